package dev.sluice.it.campaign;

import dev.sluice.it.FreePort;
import dev.sluice.it.ProgramProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/**
 * A broker that each role reaches over a way of its own: it advertises a name, which is another
 * address of the loopback interface in each process.
 */
final class Network implements AutoCloseable {
  private static final String NAME = "broker.sluice.test";
  private static final List<Role> ROLES =
      List.of(Role.STREAMS, Role.MATCHER, Role.SINK, Role.INGEST);
  private static final int FIRST_ADDRESS = 2;

  private final Scene scene;
  private final int port;
  private final Map<Role, Proxy> ways = new TreeMap<>();

  private Network(Scene scene, int port) {
    this.scene = scene;
    this.port = port;
  }

  /** A network in clear weather; empty where a machine has but one loopback address. */
  static Optional<Network> of(Scene scene) throws IOException {
    Network network = new Network(scene, FreePort.find());
    for (Role role : scene.roles()) {
      InetAddress address = address(role);
      Path hosts = Files.writeString(network.hosts(role), hosts(address));
      try {
        network.ways.put(
            role,
            new Proxy(
                new InetSocketAddress(address, network.port),
                scene.stage().broker(),
                new Random(scene.random().nextLong())));
      } catch (IOException e) {
        Files.delete(hosts);
        network.close();
        return Optional.empty();
      }
    }
    return Optional.of(network);
  }

  private static InetAddress address(Role role) throws IOException {
    byte last = (byte) (FIRST_ADDRESS + ROLES.indexOf(role));
    return InetAddress.getByAddress(new byte[] {127, 0, 0, last});
  }

  private static String hosts(InetAddress broker) throws IOException {
    InetAddress own = InetAddress.getLocalHost();
    return "127.0.0.1 localhost\n%s %s\n%s %s\n"
        .formatted(own.getHostAddress(), own.getHostName(), broker.getHostAddress(), NAME);
  }

  private Path hosts(Role role) {
    return scene.directory().resolve("hosts-" + role.command());
  }

  /** Starts a role as it is always started, but for where the broker is. */
  ProgramProcess start(Role role, String... more) {
    List<String> arguments = new ArrayList<>(scene.stage().arguments(role));
    arguments.addAll(List.of(more));
    if (role == Role.BROKER) {
      arguments.addAll(List.of("--advertise", NAME + ":" + port));
      ProgramProcess broker = scene.start(arguments);
      Scene.awaitAddress(broker);
      return broker;
    }
    arguments.set(arguments.indexOf("--kafka") + 1, NAME + ":" + port);
    return scene.start(
        List.of("-Djdk.net.hosts.file=" + hosts(role).toAbsolutePath()), Map.of(), arguments);
  }

  /** All ways, or only one. */
  Collection<Proxy> some() {
    List<Proxy> all = List.copyOf(ways.values());
    int chosen = scene.random().nextInt(all.size() + 1);
    return chosen == all.size() ? all : List.of(all.get(chosen));
  }

  /** Those that have a way, in the order in which they are started. */
  List<Role> roles() {
    return scene.roles();
  }

  /** All ways. */
  Collection<Proxy> all() {
    return ways.values();
  }

  @Override
  public void close() throws IOException {
    for (Proxy way : ways.values()) {
      way.close();
    }
  }
}
