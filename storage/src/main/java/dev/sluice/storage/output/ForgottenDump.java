package dev.sluice.storage.output;

import dev.sluice.core.ForgottenUnit;
import java.util.List;
import java.util.Objects;

/**
 * A dump that a cut forgets: its files up to and with this cut no longer count.
 *
 * @param dump its name
 * @param reset random id of the reset
 * @param units all units that held rows of it
 */
public record ForgottenDump(String dump, String reset, List<ForgottenUnit> units) {
  /** Copies the list. */
  public ForgottenDump {
    Objects.requireNonNull(dump, "dump");
    Objects.requireNonNull(reset, "reset");
    units = List.copyOf(units);
  }
}
