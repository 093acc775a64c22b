package dev.sluice.it;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.GroupNotEmptyException;

/** A broker, and roles against it as processes of their own, which all end with this. */
final class Roles implements AutoCloseable {
  private static final List<String> GROUPS = List.of("sluice.curation", "sluice.sink");
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Path directory;
  private final Job job;
  private final List<Program> started = new ArrayList<>();
  private final Optional<Program> broker;
  private final String servers;

  private Roles(Path directory, Job job, Optional<Program> broker, String servers) {
    this.directory = directory;
    this.job = job;
    this.broker = broker;
    this.servers = servers;
    broker.ifPresent(started::add);
  }

  /** Starts the broker; work directories are below a directory. */
  static Roles of(Path directory, Job job) {
    Program broker = Program.start(directory, "broker", "--work-dir", "broker");
    broker.awaitThat("the broker's address", () -> broker.out().endsWith("\n"));
    return new Roles(directory, job, Optional.of(broker), broker.out().strip());
  }

  /** On a broker that is there already, which has no process here. */
  static Roles on(String servers, Path directory, Job job) {
    return new Roles(directory, job, Optional.empty(), servers);
  }

  String servers() {
    return servers;
  }

  Program broker() {
    return broker.orElseThrow();
  }

  /** The protocols of the sinks' and the topology's group, sorted. */
  List<String> groupTypes() {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
      return admin.listGroups().all().get().stream()
          .filter(group -> GROUPS.contains(group.groupId()))
          .map(group -> group.type().orElseThrow().toString())
          .sorted()
          .toList();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Starts a role of the job; each instance has its own work directory. */
  Program start(String role, String instance, String... options) {
    List<String> arguments = new ArrayList<>(List.of(role));
    arguments.addAll(job.arguments().subList(1, job.arguments().size()));
    arguments.addAll(List.of("--kafka", servers, "--work-dir", role + "-" + instance));
    arguments.addAll(List.of(options));
    return keep(Program.start(directory, arguments));
  }

  /** Starts an ingest that waits for the shards, and waits itself until there is a cut. */
  Program ingestToFirstCut() {
    Program ingest = start("ingest", "a", "--wait");
    ingest.awaitThat("the first cut", () -> job.result().cuts() > 0);
    return ingest;
  }

  /** Deletes the groups with all their offsets, as they expire in time; members are gone soon. */
  void deleteGroups() {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
      for (String group : GROUPS) {
        while (!isDeleted(admin, group)) {
          if (System.nanoTime() > deadline) {
            throw new AssertionError(group + " still has members");
          }
        }
      }
    }
  }

  private static boolean isDeleted(Admin admin, String group) {
    try {
      admin.deleteConsumerGroups(Set.of(group)).all().get();
      return true;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof GroupNotEmptyException) {
        return false;
      }
      if (e.getCause() instanceof GroupIdNotFoundException) {
        return true;
      }
      throw new IllegalStateException(group, e.getCause());
    }
  }

  /** What every process that was started here has told, for a test that fails. */
  String told() {
    return started.stream().map(Program::told).collect(Collectors.joining("\n"));
  }

  private Program keep(Program program) {
    started.add(program);
    return program;
  }

  @Override
  public void close() {
    started.forEach(Program::close);
  }
}
