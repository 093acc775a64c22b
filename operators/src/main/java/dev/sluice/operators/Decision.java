package dev.sluice.operators;

import java.util.Objects;

/** What an operator says of a document. */
public sealed interface Decision {
  /** It stays as it is. */
  Decision KEPT = new Kept();

  /** It stays as it is. */
  record Kept() implements Decision {}

  /**
   * It goes on with another text.
   *
   * @param text the text; it may be empty
   */
  record Changed(Text text) implements Decision {
    /** Checks that it is there. */
    public Changed {
      Objects.requireNonNull(text, "text");
    }
  }

  /**
   * It is left out.
   *
   * @param reason which rule said so: lower case, with underscores; one of those that the operator
   *     declares
   * @param measured the value that broke the rule; NaN where there is nothing to measure
   */
  record Dropped(String reason, double measured) implements Decision {
    /** Checks that there is a reason. */
    public Dropped {
      Objects.requireNonNull(reason, "reason");
    }
  }

  /**
   * The operator cannot judge it: the row is rejected, not dropped, and its neighbours are not
   * touched.
   *
   * @param message what is wrong with it
   */
  record Failed(String message) implements Decision {
    /** Checks that there is a message. */
    public Failed {
      Objects.requireNonNull(message, "message");
    }
  }

  /** Goes on with this text, or as it is where the text is the same. */
  static Decision changed(Document document, String text) {
    return text.equals(document.text().string()) ? KEPT : new Changed(Text.of(text));
  }
}
