package dev.sluice.operators.plugin;

import dev.sluice.core.ScorerFailure;
import dev.sluice.operators.Document;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.PluginFailure;
import dev.sluice.operators.PluginJar;
import dev.sluice.operators.Text;
import java.util.function.Function;

/**
 * Asks an operator of a plug-in, and tells what another run would repeat from what it would not.
 */
final class PluginGuard {
  private static final int SHOWN = 60;

  private final OperatorDescription operator;
  private final PluginJar jar;
  private final PluginThread thread;

  PluginGuard(OperatorDescription operator, PluginJar jar, PluginThread thread) {
    this.operator = operator;
    this.jar = jar;
    this.thread = thread;
  }

  /** The operator threw an exception, as it will each time. */
  static final class Thrown extends Exception {
    private static final long serialVersionUID = 1L;

    Thrown(Exception cause) {
      super(cause);
    }
  }

  /** The operator and its plug-in, for messages. */
  String about() {
    return "operator %s of plug-in %s %s".formatted(operator.name(), jar.name(), jar.version());
  }

  /**
   * Asks the operator about a copy of the document. Its analyses of the text are its own: it could
   * change them for others.
   *
   * @throws PluginFailure if it exceeded a limit, or was interrupted, or ended with an error
   */
  <T> T watched(Document document, Function<Document, T> asking) throws Thrown {
    Document own = document.with(Text.of(document.text().string()));
    PluginThread.Ended<T> ended =
        thread.ask(about(), () -> shown(document), () -> asking.apply(own));
    if (ended.exceeded().isPresent()) {
      throw new PluginFailure(ended.exceeded().get());
    }
    Throwable thrown = ended.thrown();
    if (thrown instanceof Error) {
      throw new PluginFailure(
          "%s ended with %s for %s: mend it%s"
              .formatted(
                  about(),
                  PluginArchive.message(thrown),
                  shown(document),
                  thrown instanceof OutOfMemoryError ? ", or give the process more memory" : ""),
          thrown);
    }
    if (thrown instanceof ScorerFailure failure) { // of a column that it asked for
      throw failure;
    }
    if (thrown instanceof Exception exception) {
      requireUninterrupted(exception, document);
      throw new Thrown(exception);
    }
    return ended.answer();
  }

  /** What an interrupted operator answers says nothing about the document. */
  private void requireUninterrupted(Exception thrown, Document document) {
    boolean interrupted = Thread.currentThread().isInterrupted();
    for (Throwable cause = thrown; cause != null && !interrupted; cause = cause.getCause()) {
      interrupted = cause instanceof InterruptedException;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
      throw new PluginFailure("%s was interrupted at %s".formatted(about(), shown(document)));
    }
  }

  /** The operator does what operators must not do. */
  PluginFailure broken(String what, Document document) {
    return new PluginFailure("%s %s for %s: mend it".formatted(about(), what, shown(document)));
  }

  /** Two answers for the same document. */
  void requireSame(String first, String second, Document document) {
    if (!first.equals(second)) {
      int differ = 0;
      while (differ < Math.min(first.length(), second.length())
          && first.charAt(differ) == second.charAt(differ)) {
        differ++;
      }
      int from = Math.max(0, differ - SHOWN / 2);
      throw new PluginFailure(
          "%s answers differently when asked twice about %s (%s, then %s): it must depend on the document and its parameters alone, and be safe for several threads"
              .formatted(about(), shown(document), cut(first, from), cut(second, from)));
    }
  }

  private static String cut(String text, int from) {
    return "\"%s\"".formatted(text.substring(from, Math.min(text.length(), from + SHOWN)));
  }

  boolean declares(String reason) {
    return operator.reasons().contains(reason);
  }

  /** A document in messages: its id, or how its text begins. */
  static String shown(Document document) {
    if (!document.id().isEmpty()) {
      return "document \"%s\"".formatted(document.id());
    }
    String text = document.text().string();
    return "the document that begins \"%s\""
        .formatted(text.substring(0, Math.min(SHOWN, text.length())).replaceAll("\\s+", " "));
  }
}
