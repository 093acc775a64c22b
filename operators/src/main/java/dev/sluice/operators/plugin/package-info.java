/**
 * Loads operators of plug-ins from jars, and watches them while they work. A plug-in sees the JDK
 * and what an operator is, nothing else of this program and no other plug-in, so that its jar alone
 * decides what it answers.
 */
package dev.sluice.operators.plugin;
