/**
 * The role that finds near-duplicates. It reads signatures, lets {@code neardup} decide, and
 * publishes a file for each batch. Sinks read these files.
 */
package dev.sluice.matcher;
