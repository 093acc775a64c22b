package dev.sluice.jobs.text;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Expects jobs to refuse or to fail, with messages that contain what is given. */
public final class TestingRefusals {
  private TestingRefusals() {}

  public static void assertRefusal(ThrowingCallable work, String... messages) {
    assertThatThrownBy(work)
        .isInstanceOf(JobRefusedException.class)
        .hasMessageContainingAll(messages);
  }

  public static void assertFailure(ThrowingCallable work, String... messages) {
    assertThatThrownBy(work)
        .isInstanceOf(JobFailedException.class)
        .hasMessageContainingAll(messages);
  }
}
