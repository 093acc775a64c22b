package dev.sluice.app.doctor;

import dev.sluice.storage.output.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * All diagnoses.
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

  /** Counts the findings. */
  public static DoctorReport of(List<Diagnosis> findings) {
    return new DoctorReport(
        count(findings, Diagnosis.State.FAIL), count(findings, Diagnosis.State.WARN), findings);
  }

  private static long count(List<Diagnosis> findings, Diagnosis.State state) {
    return findings.stream().filter(finding -> finding.state() == state).count();
  }

  /** The failed checks, on one line. */
  public String failure() {
    List<String> names =
        checks.stream()
            .filter(finding -> finding.state() == Diagnosis.State.FAIL)
            .map(Diagnosis::check)
            .distinct()
            .toList();
    return "doctor: failed: %s; what to do about it is on stdout"
        .formatted(String.join(", ", names));
  }

  /** The report as JSON. */
  public String json() {
    List<Line> lines =
        checks.stream()
            .map(f -> new Line(f.check(), word(f), f.seen(), f.needed(), f.cure()))
            .toList();
    return new String(Json.write(new Document(failed, warned, lines)), StandardCharsets.UTF_8);
  }

  private record Document(long failed, long warned, List<Line> checks) {}

  private record Line(String check, String state, String seen, String needed, String cure) {}

  private static String word(Diagnosis finding) {
    return finding.state().name().toLowerCase(Locale.ROOT);
  }

  /** The report for people. */
  public String text() {
    List<String> lines = new ArrayList<>();
    for (Diagnosis finding : checks) {
      String state = finding.state() == Diagnosis.State.OK ? "ok" : finding.state().name();
      lines.add("%-5s %s: %s".formatted(state, finding.check(), finding.seen()));
      if (finding.state() != Diagnosis.State.OK) {
        lines.add("      needed: " + finding.needed());
        lines.add("      do: " + finding.cure());
      }
    }
    lines.add("");
    lines.add("%d checks, %d failed, %d warn".formatted(checks.size(), failed, warned));
    return String.join("\n", lines) + "\n";
  }
}
