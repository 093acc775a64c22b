package dev.sluice.ingest;

/** Another process reads the unit now and continues from the committed progress. */
public final class UnitTakenOverException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param unit its id
   * @param process that has taken over
   * @param ended whether that process has read the unit to its end
   */
  UnitTakenOverException(String unit, String process, boolean ended, Throwable cause) {
    super(
        "%s was taken over by %s, which %s; nothing is lost or doubled: read different dumps (--dump) side by side, or let one process read them all"
            .formatted(unit, process, ended ? "has read it to its end" : "reads it on"),
        cause);
  }
}
