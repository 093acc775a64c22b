package dev.sluice.jobs.sample;

import java.io.IOException;

/** Supplies the rows of a batch in order. Runs on any thread, and again after an I/O error. */
@FunctionalInterface
public interface BatchWork {
  /** Adds the rows. */
  void writeTo(SampleBatch batch) throws IOException, InterruptedException;
}
