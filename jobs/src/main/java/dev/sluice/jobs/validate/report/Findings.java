package dev.sluice.jobs.validate.report;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Collects the findings of all checks. Counts all violations but keeps only the first {@link
 * #LISTED} of each check, to limit memory. Ignores checks that were not requested. Not thread-safe.
 */
public final class Findings {
  /** The maximum number of violations, and of warnings, listed for each check. */
  public static final int LISTED = 20;

  /**
   * A violation or a warning.
   *
   * @param check the check that found it
   * @param file path relative to the output (or, for {@link Check#SOURCE}, to the source)
   * @param row index in the file; null if the finding does not concern a single row
   * @param message what was found and what is allowed
   */
  public record Finding(
      Check check,
      String file,
      @JsonInclude(JsonInclude.Include.NON_NULL) Long row,
      String message) {
    /** Returns file, row and message as one line. */
    public String line() {
      return file + (row == null ? "" : " row " + row) + ": " + message;
    }
  }

  /**
   * The result of a check.
   *
   * @param check the check
   * @param violations number of violations, including those not listed
   * @param warnings number of warnings
   */
  public record CheckResult(@JsonIgnore Check check, long violations, long warnings) {
    /** Returns whether the check found no violations. */
    @JsonProperty
    public boolean passed() {
      return violations == 0;
    }
  }

  private final Set<Check> wanted;
  private final List<Finding> violations = new ArrayList<>();
  private final List<Finding> warnings = new ArrayList<>();
  private final Map<Check, Long> violationCounts = new EnumMap<>(Check.class);
  private final Map<Check, Long> warningCounts = new EnumMap<>(Check.class);

  public Findings(Set<Check> wanted) {
    this.wanted = wanted;
  }

  public boolean wants(Check check) {
    return wanted.contains(check);
  }

  public void violation(Check check, String file, String message) {
    add(violations, violationCounts, new Finding(check, file, null, message));
  }

  public void violation(Check check, String file, long row, String message) {
    add(violations, violationCounts, new Finding(check, file, row, message));
  }

  /**
   * Reports a file that cannot be read. Although the file violates every rule about its content, it
   * is reported only once.
   */
  public void unreadable(String file, String message) {
    Check check =
        wants(Check.FILES)
            ? Check.FILES
            : wanted.stream().min(Comparator.naturalOrder()).orElse(Check.FILES);
    violation(check, file, message);
  }

  /** Counts violations without listing them. */
  public void unnamed(Check check, long violations) {
    if (wants(check) && violations > 0) {
      violationCounts.merge(check, violations, Long::sum);
    }
  }

  public void warning(Check check, String file, String message) {
    add(warnings, warningCounts, new Finding(check, file, null, message));
  }

  private void add(List<Finding> list, Map<Check, Long> counts, Finding finding) {
    if (wants(finding.check()) && counts.merge(finding.check(), 1L, Long::sum) <= LISTED) {
      list.add(finding);
    }
  }

  public List<CheckResult> results() {
    return wanted.stream()
        .sorted()
        .map(
            check ->
                new CheckResult(
                    check,
                    violationCounts.getOrDefault(check, 0L),
                    warningCounts.getOrDefault(check, 0L)))
        .toList();
  }

  public List<Finding> violations() {
    return List.copyOf(violations);
  }

  public List<Finding> warnings() {
    return List.copyOf(warnings);
  }
}
