/**
 * Operators are pure functions that change, judge or measure one document. The package defines
 * their input and results, their names and parameters, and how a list of operators is applied. It
 * uses no engine, file or clock. The same document and parameters give the same result on every
 * platform and JDK, because properties of Unicode come from ICU and not from the JDK.
 *
 * <p>The package is split into two modules: {@code operators-api} has the API that plug-ins are
 * compiled against, and depends on the JDK alone; {@code operators} has the code that applies
 * operators. The two share package-private members.
 */
package dev.sluice.operators;
