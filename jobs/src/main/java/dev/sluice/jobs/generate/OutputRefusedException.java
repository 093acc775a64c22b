package dev.sluice.jobs.generate;

/** Thrown if the output directory holds something else; nothing was changed. */
public final class OutputRefusedException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  OutputRefusedException(String message) {
    super(message);
  }
}
