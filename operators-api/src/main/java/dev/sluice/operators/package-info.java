/**
 * Operators: pure functions that change, judge or measure one document. What they are given, what
 * they answer, how they are named and configured, and how a list of them is applied. Knows no
 * engine, no file, no clock; the same document and parameters give the same answer on every
 * platform and JDK, because what Unicode says is asked of ICU and not of the JDK.
 *
 * <p>The package is in two modules: {@code operators-api} has what plug-ins are compiled against,
 * and depends on the JDK alone; {@code operators} has what applies operators. They share what is
 * not public.
 */
package dev.sluice.operators;
