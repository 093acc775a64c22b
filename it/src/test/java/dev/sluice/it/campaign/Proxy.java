package dev.sluice.it.campaign;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The way of one process to the broker. Thread-safe. */
final class Proxy implements AutoCloseable {
  private final InetSocketAddress there;
  private final Random random;
  private final Set<Link> links = ConcurrentHashMap.newKeySet();
  private final AtomicInteger losses = new AtomicInteger();
  private final ServerSocket listener;
  private Weather weather = Weather.CLEAR;

  /**
   * Takes connections at once.
   *
   * @throws IOException when this machine has no such address
   */
  Proxy(InetSocketAddress here, InetSocketAddress there, Random random) throws IOException {
    this.there = there;
    this.random = random;
    this.listener = new ServerSocket();
    listener.bind(here);
    Thread thread = new Thread(this::accept, "proxy-accept");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        connect(listener.accept());
      } catch (IOException e) {
        continue; // closed
      }
    }
  }

  private void connect(Socket client) throws IOException {
    Socket server = new Socket();
    try {
      server.connect(there);
    } catch (IOException e) {
      client.setSoLinger(true, 0);
      client.close();
      return;
    }
    client.setTcpNoDelay(true);
    server.setTcpNoDelay(true);
    Link link = new Link(this, client, server, new Random(random.nextLong()));
    links.add(link);
    link.start();
    if (weather() == Weather.CUT) {
      link.reset();
    }
  }

  /** Changes the weather, also for connections that are there. */
  synchronized void weather(Weather next) {
    weather = next;
    links.forEach(next == Weather.CUT ? Link::reset : link -> link.weather(next));
    notifyAll();
  }

  synchronized Weather weather() {
    return weather;
  }

  /** Returns when something may arrive. */
  synchronized void awaitSound() {
    while (weather == Weather.SILENT) {
      try {
        wait();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  void forget(Link link) {
    links.remove(link);
  }

  void countLoss() {
    losses.incrementAndGet();
  }

  /** How many connections were reset, or answers lost, but for those that were cut. */
  int losses() {
    return losses.get();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    weather(Weather.CUT);
  }
}
