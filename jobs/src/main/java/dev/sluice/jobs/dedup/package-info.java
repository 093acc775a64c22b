/**
 * Near-duplicate removal: the passes over the input, and the stages between them. A first pass
 * signs documents; stages find pairs, clusters and survivors by document numbers alone; a last pass
 * writes the survivors. The packages below this one hold methods, temporary files and stages.
 */
package dev.sluice.jobs.dedup;
