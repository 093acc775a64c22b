package dev.sluice.app.run;

/** A role of the main job while it runs in this process. Used by one thread. */
interface RunningRole extends AutoCloseable {
  /**
   * Returns while the role works or has done its work.
   *
   * @throws dev.sluice.app.Failure when it has failed
   */
  void check() throws InterruptedException;

  /** Whether the role processes records: its state, if any, is restored. */
  default boolean isReady() {
    return true;
  }

  /** Stops it and waits until it has stopped. */
  @Override
  void close();
}
