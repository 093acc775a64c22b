package dev.sluice.it;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.function.Function;

/**
 * Keeps apart what programs in one process write to {@link System#out} and {@link System#err}: each
 * runs in a group of threads, and the threads that it starts belong to that group too.
 */
final class ThreadStreams {
  private static final Map<ThreadGroup, Captured> CAPTURED = new WeakHashMap<>();

  static {
    System.setOut(new PrintStream(new ByGroup(System.out, captured -> captured.out), true, UTF_8));
    System.setErr(new PrintStream(new ByGroup(System.err, captured -> captured.err), true, UTF_8));
  }

  private ThreadStreams() {}

  /** Keeps from now on what threads of a group write. */
  static Captured capture(ThreadGroup group) {
    Captured captured = new Captured();
    synchronized (CAPTURED) {
      CAPTURED.put(group, captured);
    }
    return captured;
  }

  private static Optional<Captured> ofThisThread() {
    synchronized (CAPTURED) {
      ThreadGroup group = Thread.currentThread().getThreadGroup();
      while (group != null && !CAPTURED.containsKey(group)) {
        group = group.getParent();
      }
      return Optional.ofNullable(group).map(CAPTURED::get);
    }
  }

  /** What the threads of one group have written. */
  static final class Captured {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    String out() {
      return out.toString(UTF_8);
    }

    String err() {
      return err.toString(UTF_8);
    }
  }

  /** Writes where the current thread's group is kept; to the process's stream where it is not. */
  private static final class ByGroup extends OutputStream {
    private final OutputStream others;
    private final Function<Captured, OutputStream> stream;

    ByGroup(OutputStream others, Function<Captured, OutputStream> stream) {
      this.others = others;
      this.stream = stream;
    }

    private OutputStream current() {
      return ofThisThread().map(stream).orElse(others);
    }

    @Override
    public void write(int value) throws IOException {
      current().write(value);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      current().write(bytes, offset, length);
    }

    @Override
    public void flush() throws IOException {
      current().flush();
    }
  }
}
