package dev.sluice.operators.plugin;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * Runs code of a plug-in: watched, with the plug-in's class loader as that of the thread. Whatever
 * it throws is told. Thread-safe.
 */
final class PluginThread {
  private final ClassLoader loader;
  private final PluginWatch watch;

  PluginThread(ClassLoader loader, PluginWatch watch) {
    this.loader = loader;
    this.watch = watch;
  }

  /**
   * How the code ended.
   *
   * @param answer null where it threw, or answered with null
   * @param thrown null where it answered
   * @param exceeded the limit that it exceeded
   */
  record Ended<T>(T answer, Throwable thrown, Optional<String> exceeded) {}

  /**
   * Asks an operator about a document.
   *
   * @param who is asked, for messages
   * @param about what it is asked, for messages; called if there is one
   */
  <T> Ended<T> ask(String who, Supplier<String> about, Supplier<T> code) {
    return run(() -> watch.beginDocument(who, about), code);
  }

  /**
   * Asks a plug-in for its operators, or for one of them.
   *
   * @param who is asked, for messages
   * @param what is asked for, for messages
   */
  <T> Ended<T> load(String who, String what, Supplier<T> code) {
    return run(() -> watch.beginLoading(who, what), code);
  }

  private <T> Ended<T> run(Supplier<PluginCall> begin, Supplier<T> code) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    PluginCall call = begin.get();
    T answer = null;
    Throwable thrown = null;
    try {
      answer = code.get();
    } catch (Throwable e) { // who asks tells each of them
      thrown = e;
    }
    Optional<String> exceeded = call.end();
    thread.setContextClassLoader(before);
    return new Ended<>(answer, thrown, exceeded);
  }
}
