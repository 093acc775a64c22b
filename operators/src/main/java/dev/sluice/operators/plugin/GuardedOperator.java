package dev.sluice.operators.plugin;

import dev.sluice.operators.Decision;
import dev.sluice.operators.Document;
import dev.sluice.operators.TextOperator;
import java.util.Set;

/**
 * A mapper or filter of a plug-in. An exception that it throws rejects the document, as with any
 * operator. Anything that another run would not repeat is a {@link
 * dev.sluice.operators.PluginFailure}.
 */
final class GuardedOperator implements TextOperator {
  private final TextOperator judge;
  private final UsedColumns columns;
  private final PluginGuard guard;
  private final SecondAsking second = new SecondAsking();

  GuardedOperator(TextOperator judge, UsedColumns columns, PluginGuard guard) {
    this.judge = judge;
    this.columns = columns;
    this.guard = guard;
  }

  @Override
  public Decision apply(Document document) {
    Decision decision = decide(document);
    if (second.isNext()) {
      guard.requireSame(shown(decision), shown(decide(document)), document);
    }
    return decision;
  }

  private Decision decide(Document document) {
    try {
      return checked(guard.watched(document, judge::apply), document);
    } catch (PluginGuard.Thrown e) {
      return new Decision.Failed(PluginArchive.message(e.getCause()));
    }
  }

  private Decision checked(Decision decision, Document document) {
    if (decision == null) {
      throw guard.broken("returned null", document);
    }
    if (decision instanceof Decision.Dropped dropped && !guard.declares(dropped.reason())) {
      throw guard.broken(
          "dropped for \"%s\", which it does not declare".formatted(dropped.reason()), document);
    }
    if (decision instanceof Decision.Changed changed) {
      if (hasLoneSurrogate(changed.text().string())) {
        throw guard.broken("returned half of a surrogate pair", document);
      }
      return Decision.changed(document, changed.text().string());
    }
    return decision;
  }

  private static boolean hasLoneSurrogate(String text) {
    for (int at = 0; at < text.length(); at++) {
      char unit = text.charAt(at);
      if (Character.isSurrogate(unit)) {
        boolean pair =
            Character.isHighSurrogate(unit)
                && at + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(at + 1));
        if (!pair) {
          return true;
        }
        at++;
      }
    }
    return false;
  }

  /** A decision, so that two can be compared. */
  static String shown(Decision decision) {
    if (decision instanceof Decision.Changed changed) {
      return "the text " + changed.text().string();
    }
    if (decision instanceof Decision.Dropped dropped) {
      return "dropped for %s, having measured %s".formatted(dropped.reason(), dropped.measured());
    }
    return decision instanceof Decision.Failed failed ? "failed: " + failed.message() : "kept";
  }

  @Override
  public Set<String> requiredFields() {
    return columns.required();
  }

  @Override
  public Set<String> optionalFields() {
    return columns.optional();
  }
}
