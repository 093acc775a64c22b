package dev.sluice.operators.plugin;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Says of which documents an operator is asked twice: of its first 16, and of one in 64 after that.
 * Thread-safe.
 */
final class SecondAsking {
  private static final int FIRST = 16;
  private static final int EVERY = 64;

  private final AtomicInteger asked = new AtomicInteger();

  /** Whether it is asked twice of the next document. */
  boolean isNext() {
    int number = asked.getAndIncrement();
    return number >= 0 && number < FIRST || number % EVERY == 0;
  }
}
