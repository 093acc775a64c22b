package dev.sluice.jobs.sample;

import java.util.List;
import java.util.stream.Collectors;

/** Thrown if a request cannot be met; nothing was written. */
public final class SampleRefusedException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final transient List<SampleProblem> problems;

  /**
   * @param problems all of them
   */
  public SampleRefusedException(List<SampleProblem> problems) {
    super(
        problems.stream()
            .map(problem -> problem.subject() + ": " + problem.message())
            .collect(Collectors.joining("; ")));
    this.problems = List.copyOf(problems);
  }

  /** All problems. */
  public List<SampleProblem> problems() {
    return problems;
  }
}
