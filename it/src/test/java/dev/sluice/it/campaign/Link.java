package dev.sluice.it.campaign;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** A connection that goes through a {@link Proxy}: a thread for each direction. */
final class Link {
  private static final int CHUNK = 16 << 10;
  private static final int SLOW_BYTES_PER_SECOND = 256 << 10;
  private static final long SLOW_NANOS = 100_000_000;
  private static final double LOST = 0.4;

  /** From one byte to a megabyte: as many small numbers as large ones. */
  private static final double LOWEST_BITS = 0;

  private static final double HIGHEST_BITS = 20;

  /** Requests that change something: produce, offset commit, and what transactions consist of. */
  private static final Set<Short> CHANGING =
      Set.of((short) 0, (short) 8, (short) 22, (short) 24, (short) 25, (short) 26, (short) 28);

  private final Proxy proxy;
  private final Socket client;
  private final Socket server;
  private final Random random;
  private final AtomicLong bytesLeft = new AtomicLong(Long.MAX_VALUE);
  private final Set<Integer> unanswered = ConcurrentHashMap.newKeySet();

  Link(Proxy proxy, Socket client, Socket server, Random random) {
    this.proxy = proxy;
    this.client = client;
    this.server = server;
    this.random = random;
  }

  /** Begins to forward. */
  void start() {
    weather(proxy.weather());
    Frames requests = new Frames(Short.BYTES + Short.BYTES + Integer.BYTES);
    Frames answers = new Frames(Integer.BYTES);
    thread("requests", () -> forward(client, server, requests, this::noteRequest));
    thread("answers", () -> forward(server, client, answers, this::loseAnswer));
  }

  private static void thread(String name, Runnable work) {
    Thread thread = new Thread(work, "proxy-" + name);
    thread.setDaemon(true);
    thread.start();
  }

  /** Is told that the weather has changed. */
  void weather(Weather weather) {
    bytesLeft.set(
        weather == Weather.RESETS
            ? (long) Math.pow(2, LOWEST_BITS + (HIGHEST_BITS - LOWEST_BITS) * random.nextDouble())
            : Long.MAX_VALUE);
  }

  private void forward(Socket from, Socket to, Frames frames, Frames.Listener listener) {
    byte[] chunk = new byte[CHUNK];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
        delay(length);
        frames.take(chunk, length, listener);
        long left = bytesLeft.addAndGet(-length);
        out.write(chunk, 0, (int) Math.max(0, Math.min(length, left + length)));
        if (left <= 0) {
          proxy.countLoss();
          reset();
        }
      }
    } catch (IOException e) {
      reset();
    } finally {
      close();
    }
  }

  private void delay(int length) {
    proxy.awaitSound();
    if (proxy.weather() == Weather.SLOW) {
      LockSupport.parkNanos(SLOW_NANOS + length * 1_000_000_000L / SLOW_BYTES_PER_SECOND);
    }
  }

  private void noteRequest(ByteBuffer head) {
    short kind = head.getShort();
    head.getShort();
    if (proxy.weather() == Weather.ANSWERS_LOST
        && CHANGING.contains(kind)
        && random.nextDouble() < LOST) {
      unanswered.add(head.getInt());
    }
  }

  private void loseAnswer(ByteBuffer head) {
    if (unanswered.contains(head.getInt())) {
      bytesLeft.set(0);
    }
  }

  /** Ends it as a network does that has lost it: what was under way does not arrive. */
  void reset() {
    for (Socket socket : new Socket[] {client, server}) {
      try {
        socket.setSoLinger(true, 0);
      } catch (IOException e) {
        continue; // closed
      }
    }
    close();
  }

  private void close() {
    proxy.forget(this);
    for (Socket socket : new Socket[] {client, server}) {
      try {
        socket.close();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
