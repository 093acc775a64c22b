/**
 * Loads operators of plug-ins from jars, and watches them while they work. A plug-in sees only the
 * JDK and the operator API, neither the rest of this program nor other plug-ins, so that its
 * results depend on its jar alone.
 */
package dev.sluice.operators.plugin;
