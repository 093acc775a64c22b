package dev.sluice.jobs.validate.source;

import dev.sluice.core.ForgottenUnit;
import java.util.List;

/** A step of how an output came to be. */
public sealed interface SourceStep {
  /** A unit that is in the output. */
  record Read(SourceUnit unit) implements SourceStep {}

  /** A unit that was forgotten later: others lost rows to it meanwhile. */
  record ReadForgotten(ForgottenUnit unit) implements SourceStep {}

  /** The moment at which units were forgotten. */
  record Forget(List<ForgottenUnit> units) implements SourceStep {}
}
