package dev.sluice.jobs.validate.source;

import dev.sluice.core.ForgottenUnit;
import java.util.List;

/** A step in the history of an output. */
public sealed interface SourceStep {
  /** A unit that the output contains. */
  record Read(SourceUnit unit) implements SourceStep {}

  /** A unit that was forgotten later; meanwhile, other units lost duplicates to it. */
  record ReadForgotten(ForgottenUnit unit) implements SourceStep {}

  /** Units were forgotten. */
  record Forget(List<ForgottenUnit> units) implements SourceStep {}
}
