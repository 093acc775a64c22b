package dev.sluice.jobs.generate;

/** The output directory holds something else than what is to be written; nothing was changed. */
public final class OutputRefusedException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  OutputRefusedException(String message) {
    super(message);
  }
}
