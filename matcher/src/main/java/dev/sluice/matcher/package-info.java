/**
 * The role that finds near-duplicates: reads signatures, lets {@code neardup} decide, and publishes
 * a file for each batch, which is what sinks read.
 */
package dev.sluice.matcher;
