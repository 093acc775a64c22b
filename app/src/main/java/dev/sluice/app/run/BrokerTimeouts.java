package dev.sluice.app.run;

import dev.sluice.app.Failure;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.errors.BrokerNotAvailableException;
import org.apache.kafka.common.errors.CoordinatorNotAvailableException;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.NetworkException;
import org.apache.kafka.common.errors.TimeoutException;

/** Failures caused by a broker that does not answer. */
public final class BrokerTimeouts {
  private static final List<Class<? extends Throwable>> KINDS =
      List.of(
          TimeoutException.class,
          DisconnectException.class,
          NetworkException.class,
          BrokerNotAvailableException.class,
          CoordinatorNotAvailableException.class);

  private BrokerTimeouts() {}

  /** The message for the user if a missing answer is the cause; otherwise empty. */
  public static Optional<String> message(Throwable error) {
    return Failure.causes(error)
        .filter(BrokerTimeouts::isSilence)
        .findFirst()
        .map(
            silence ->
                ("the broker did not answer in time (%s); nothing is lost: when it can be reached"
                        + " again, the same command continues")
                    .formatted(silence.getMessage()));
  }

  static boolean isSilence(Throwable error) {
    return KINDS.stream().anyMatch(kind -> kind.isInstance(error));
  }
}
