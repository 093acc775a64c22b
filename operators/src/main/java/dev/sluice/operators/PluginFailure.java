package dev.sluice.operators;

import dev.sluice.core.EndingFailure;

/**
 * An operator of a plug-in broke the contract of operators: the work cannot continue, because
 * another run would have another result. The message names operator, plug-in and document, and the
 * way out.
 */
public final class PluginFailure extends EndingFailure {
  private static final long serialVersionUID = 1L;

  /** A failure without a cause. */
  public PluginFailure(String message) {
    super(message, null);
  }

  /** A failure with the plug-in's own stack trace. */
  public PluginFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
