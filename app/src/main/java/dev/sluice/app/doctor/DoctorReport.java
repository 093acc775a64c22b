package dev.sluice.app.doctor;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The diagnoses of all checks.
 *
 * @param failed number of failed checks
 * @param warned number of warnings
 * @param checks all diagnoses
 */
public record DoctorReport(long failed, long warned, List<Diagnosis> checks) {
  /** Copies the list. */
  public DoctorReport {
    checks = List.copyOf(checks);
  }

  /**
   * The result of one check of {@code doctor}.
   *
   * @param check name of what was examined
   * @param state state of what was examined
   * @param seen what was found
   * @param needed what is required; empty if all is well
   * @param cure how to fix the problem; empty if all is well
   */
  public record Diagnosis(String check, State state, String seen, String needed, String cure) {}

  /** The state of a check. */
  public enum State {
    /** The check passed. */
    OK,
    /** The check found something that works, but not well or not for long. */
    WARN,
    /** The check found something that fails, or will fail. */
    FAIL;

    /** Returns the state's name in JSON. */
    @JsonValue
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static DoctorReport of(List<Diagnosis> findings) {
    return new DoctorReport(count(findings, State.FAIL), count(findings, State.WARN), findings);
  }

  private static long count(List<Diagnosis> findings, State state) {
    return findings.stream().filter(finding -> finding.state() == state).count();
  }

  /** Returns a line that names the failed checks. */
  public String failure() {
    List<String> names =
        checks.stream()
            .filter(finding -> finding.state() == State.FAIL)
            .map(Diagnosis::check)
            .distinct()
            .toList();
    return "doctor: failed checks: %s; see stdout for what to do"
        .formatted(String.join(", ", names));
  }

  /** Returns the report as text. */
  public String text() {
    List<String> lines = new ArrayList<>();
    for (Diagnosis finding : checks) {
      String state = finding.state() == State.OK ? "ok" : finding.state().name();
      lines.add("%-5s %s: %s".formatted(state, finding.check(), finding.seen()));
      if (finding.state() != State.OK) {
        lines.add("      needed: " + finding.needed());
        lines.add("      do: " + finding.cure());
      }
    }
    lines.add("");
    lines.add("%d checks, %d failed, %d warnings".formatted(checks.size(), failed, warned));
    return String.join("\n", lines) + "\n";
  }
}
