package dev.sluice.it.store;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * A way to a store on which faults happen by a plan. Heads are passed on as they are, so that
 * signatures stay valid. Thread-safe.
 */
public final class FaultyStore implements AutoCloseable {
  private final InetSocketAddress store;
  private final ServerSocket listener;
  private final Set<Socket> clients = ConcurrentHashMap.newKeySet();
  private final List<Struck> struck = Collections.synchronizedList(new ArrayList<>());
  private volatile FaultPlan plan = FaultPlan.NONE;

  /** A fault that happened to a request. */
  public record Struck(StoreFault fault, StoreRequest.Kind kind, String name) {}

  /** Takes connections at once. */
  public FaultyStore(InetSocketAddress store) throws IOException {
    this.store = store;
    this.listener = new ServerSocket();
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    start("faulty-store-accept", this::accept);
  }

  private static void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        clients.add(client);
        start("faulty-store", () -> serve(client));
      } catch (IOException e) {
        continue; // closed
      }
    }
  }

  private void serve(Socket client) {
    try (client) {
      client.setTcpNoDelay(true);
      while (!client.isClosed()) {
        Optional<StoreRequest> request =
            StoreRequest.read(client.getInputStream(), client.getOutputStream());
        if (request.isEmpty()) {
          return;
        }
        pass(client, request.get());
      }
    } catch (IOException e) {
      return; // one of both has gone
    } finally {
      clients.remove(client);
    }
  }

  private void pass(Socket client, StoreRequest request) throws IOException {
    Optional<StoreFault> fault = plan.faultOf(request);
    Exchange exchange = new Exchange(client, store, request);
    if (fault.isEmpty()) {
      exchange.forward();
      return;
    }
    struck.add(new Struck(fault.get(), request.kind(), request.name()));
    fault.get().strike(exchange);
  }

  /** What happens from now on; forgets what has happened. */
  public void plan(FaultPlan next) {
    struck.clear();
    plan = next;
  }

  /** The faults that happened since the plan was made. */
  public List<Struck> struck() {
    synchronized (struck) {
      return List.copyOf(struck);
    }
  }

  /** How many of them there were, by kind of request. */
  public Map<StoreRequest.Kind, Long> counts() {
    return struck().stream()
        .collect(Collectors.groupingBy(Struck::kind, TreeMap::new, Collectors.counting()));
  }

  /** Where clients find it. */
  public String endpoint() {
    return "http://127.0.0.1:" + listener.getLocalPort();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket client : clients) {
      client.close();
    }
  }
}
