package dev.sluice.jobs.text;

import java.util.List;
import java.util.stream.Collectors;

/** Thrown if a request is not possible. Nothing has been written. */
public final class JobRefusedException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** The reason why a request is not possible. */
  public sealed interface Reason {
    /** Returns the message. It says what is wrong and where, what is allowed, and what to do. */
    String line();
  }

  /** A reason that concerns the request as a whole, or names the part that it concerns. */
  public record OfRequest(String line) implements Reason {}

  /** A reason that concerns one key of a configuration. */
  public record OfKey(String key, String problem) implements Reason {
    @Override
    public String line() {
      return key + ": " + problem;
    }
  }

  /**
   * A reason that concerns the output, or names it.
   *
   * @param before the part of the message before the option that names the output
   * @param after the part of the message after this option
   */
  public record OfOutput(String before, String after) implements Reason {
    /**
     * @param problem a message that begins with the directory
     */
    public static OfOutput of(String problem) {
      return new OfOutput("", " " + problem);
    }

    @Override
    public String line() {
      return line("--output");
    }

    /** Returns the message for an output that the given option names. */
    public String line(String option) {
      return before + option + after;
    }
  }

  private final transient List<Reason> reasons;

  /**
   * Creates an exception. The message names what is wrong and where, what is allowed, and what to
   * do.
   */
  public JobRefusedException(String line) {
    this(new OfRequest(line));
  }

  /** Creates an exception with one reason. */
  public JobRefusedException(Reason reason) {
    this(List.of(reason));
  }

  /** Creates an exception with several reasons. */
  public JobRefusedException(List<? extends Reason> reasons) {
    super(reasons.stream().map(Reason::line).collect(Collectors.joining("; ")));
    this.reasons = List.copyOf(reasons);
  }

  /** Creates an exception with one reason for each line. */
  public static JobRefusedException of(List<String> lines) {
    return new JobRefusedException(lines.stream().map(OfRequest::new).toList());
  }

  /**
   * Creates an exception for a problem with the output.
   *
   * @param problem begins with the directory
   */
  public static JobRefusedException ofOutput(String problem) {
    return new JobRefusedException(OfOutput.of(problem));
  }

  /** Returns all reasons. */
  public List<Reason> reasons() {
    return reasons;
  }
}
