package dev.sluice.it;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.common.errors.UnknownMemberIdException;

/**
 * A broker, and roles against it, which all end with this: threads of this process, or processes of
 * their own where they are to be killed or to stand still.
 */
final class Roles implements AutoCloseable {
  /** Sessions and transactions end soon, for processes that are to outlive them standing still. */
  static final List<String> SHORT_SESSIONS =
      List.of(
          "--set=kafka.properties.session.timeout.ms=3000",
          "--set=kafka.properties.heartbeat.interval.ms=1000",
          "--set=kafka.properties.transaction.timeout.ms=5000");

  static final List<String> GROUPS = List.of("sluice.curation", "sluice.sink");

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
  }

  /** Starts a broker in this process; work directories are below the directory. */
  static Roles of(Path directory, Job job) {
    Program broker = ProgramThread.startBroker(directory.resolve("broker"));
    return new Roles(directory, job, Optional.of(broker), broker.out().strip());
  }

  /** On a broker that is there already and is no program of ours. */
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

  /** Starts a role of the job in this process; each instance has its own work directory. */
  ProgramThread start(String role, String instance, String... options) {
    return keep(ProgramThread.start(arguments(role, instance, options)));
  }

  /** The same as a process of its own. */
  ProgramProcess startProcess(String role, String instance, String... options) {
    return keep(ProgramProcess.start(directory, arguments(role, instance, options)));
  }

  List<String> arguments(String role, String instance, String... options) {
    List<String> arguments = new ArrayList<>(List.of(role));
    arguments.addAll(job.arguments().subList(1, job.arguments().size()));
    String work = directory.resolve(role + "-" + instance).toString();
    arguments.addAll(List.of("--kafka", servers, "--work-dir", work));
    arguments.addAll(List.of(options));
    return arguments;
  }

  private <P extends Program> P keep(P program) {
    started.add(program);
    return program;
  }

  /** Starts an ingest that waits for the shards, and waits itself until there is a cut. */
  Program ingestToFirstCut() {
    Program ingest = start("ingest", "a", "--wait");
    ingest.awaitThat("the first cut", () -> job.result().cuts() > 0);
    return ingest;
  }

  /** Deletes the groups of topology and sinks with all their offsets, as they expire in time. */
  void deleteGroups() {
    endSessions(GROUPS);
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
      admin.deleteConsumerGroups(GROUPS).all().get();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Removes all members of groups, as the end of their sessions does where they are gone. */
  void endSessions(List<String> groups) {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
      for (String group : groups) {
        endSessions(admin, group);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void endSessions(Admin admin, String group) throws InterruptedException {
    try {
      admin
          .removeMembersFromConsumerGroup(group, new RemoveMembersFromConsumerGroupOptions())
          .all()
          .get();
    } catch (ExecutionException e) {
      boolean ended = // in the meantime; Kafka refuses to remove nobody
          e.getCause() instanceof IllegalArgumentException
              || e.getCause() instanceof UnknownMemberIdException;
      if (!ended) {
        throw new IllegalStateException(group, e.getCause());
      }
    }
  }

  /** What everything that was started here has told, for a test that fails. */
  String told() {
    return Stream.concat(broker.stream(), started.stream())
        .map(Program::told)
        .collect(Collectors.joining("\n"));
  }

  /** Ends all of them at once, and the broker when nobody needs it any more. */
  @Override
  public void close() {
    started.forEach(Program::end);
    started.forEach(Program::close);
    broker.ifPresent(Program::close);
  }
}
