package dev.sluice.operators;

import java.util.Objects;

/** The result of an operator for one document. */
public sealed interface Decision {
  /** Keeps the document unchanged. */
  Decision KEPT = new Kept();

  /** Keeps the document unchanged. */
  record Kept() implements Decision {}

  /**
   * Replaces the text.
   *
   * @param text may be empty
   */
  record Changed(Text text) implements Decision {
    /** Requires a text. */
    public Changed {
      Objects.requireNonNull(text, "text");
    }
  }

  /**
   * Drops the document.
   *
   * @param reason one of the reasons that the operator declares, in lower case with underscores
   * @param measured the value that broke the rule; NaN if nothing was measured
   */
  record Dropped(String reason, double measured) implements Decision {
    /** Requires a reason. */
    public Dropped {
      Objects.requireNonNull(reason, "reason");
    }
  }

  /**
   * Reports that the operator failed. The row is rejected, not dropped. Other rows are not
   * affected.
   *
   * @param message describes the error
   */
  record Failed(String message) implements Decision {
    /** Requires a message. */
    public Failed {
      Objects.requireNonNull(message, "message");
    }
  }

  /** Replaces the text, or keeps the document if the text is unchanged. */
  static Decision changed(Document document, String text) {
    return text.equals(document.text().string()) ? KEPT : new Changed(Text.of(text));
  }
}
