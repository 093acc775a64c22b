package dev.sluice.jobs.generate;

/** Told of each file as it becomes complete, in ascending order of path. */
@FunctionalInterface
public interface GenerateProgress {
  /** A file is complete. */
  void completed(GeneratedFile file);
}
