package dev.sluice.it.campaign;

import dev.sluice.it.FreePort;
import dev.sluice.it.Job;
import dev.sluice.it.Output;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Where the processes of a round live, what is typed for each, and what was seen of them. */
final class Stage {
  private final Path directory;
  private final Reference reference;
  private final Plan plan;
  private final int port;
  private final AtomicInteger startsOfTopology = new AtomicInteger();
  private volatile boolean opening = true;
  private final CountDownLatch done = new CountDownLatch(1);
  private final List<Blow> fallen = Collections.synchronizedList(new ArrayList<>());
  private final List<String> complaints = Collections.synchronizedList(new ArrayList<>());
  private final List<String> ends = Collections.synchronizedList(new ArrayList<>());

  Stage(Path directory, Reference reference, Plan plan) throws IOException {
    this.directory = Files.createDirectories(directory);
    this.reference = reference;
    this.plan = plan;
    this.port = FreePort.find();
  }

  Path directory() {
    return directory;
  }

  Path output() {
    return directory.resolve("output");
  }

  Plan plan() {
    return plan;
  }

  Reference reference() {
    return reference;
  }

  /** What must be there in the end, with its hashes. */
  SortedMap<String, String> expected() {
    if (plan.takesDown()) {
      return reference.takenDown().files();
    }
    return plan.form() == Form.COMPACTION ? reference.compacted().files() : reference.files();
  }

  /** How long it takes when nobody disturbs. */
  Duration time() {
    return switch (plan.form()) {
      case COMPACTION -> reference.compacted().time();
      case TAKE_DOWN -> reference.takenDown().time();
      default -> reference.time();
    };
  }

  /** Where the broker is, or will be. */
  String servers() {
    return "127.0.0.1:" + port;
  }

  /** The same as an address. */
  InetSocketAddress broker() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  /** Whether the broker takes connections, and nobody else is to be the first who uses it. */
  boolean isReadyFor(Role role) {
    boolean others = plan.first().isPresent() && !plan.first().get().equals(role);
    return !(others && opening) && FreePort.isOpen(port);
  }

  /** The first process that uses the broker has been struck, or has ended. */
  void opened() {
    opening = false;
  }

  /** The same each time, but for {@link Plan#hasTransactionalStores}: a restart continues. */
  List<String> arguments(Role role) {
    if (role == Role.BROKER) {
      return List.of("broker", "--work-dir", "broker", "--port", Integer.toString(port));
    }
    if (role == Role.COMPACT) {
      return Reference.compact(output());
    }
    if (role == Role.TAKEDOWN) {
      return Takedowns.command(output(), Takedowns.ids(reference.source()));
    }
    List<String> options = new ArrayList<>(reference.input().settings());
    if (plan.takesDown()) {
      options.add(Takedowns.blocklist(reference.source()));
    }
    if (plan.pauses()) {
      options.add(
          "--set=kafka.properties.transaction.timeout.ms=" + Act.TRANSACTION_TIMEOUT.toMillis());
    }
    if (role == Role.RUN || role == Role.STREAMS) {
      options.add(
          "--set=streams.properties.enable.transactional.statestores="
              + plan.hasTransactionalStores(startsOfTopology.getAndIncrement()));
    }
    if (role != Role.RUN) {
      options.addAll(List.of("--kafka", servers(), "--work-dir", role.command()));
    }
    if (role == Role.INGEST) {
      options.add("--wait");
    }
    Job job = Job.of(reference.source(), output(), options.toArray(new String[0]));
    List<String> arguments = new ArrayList<>(job.arguments());
    arguments.set(0, role.command());
    return arguments;
  }

  /** The work is done. */
  void finish() {
    done.countDown();
  }

  /** Waits until the work is done; whether it was in time. */
  boolean awaitFinish(Duration patience) throws InterruptedException {
    return done.await(patience.toSeconds(), TimeUnit.SECONDS);
  }

  /** Whether something lies in the output that is not finished. */
  boolean hasTemporaryFiles() {
    try {
      return !new Output(output()).temporaryFiles().isEmpty();
    } catch (UncheckedIOException e) {
      return true; // one was finished while this looked
    }
  }

  boolean isFinished() {
    return done.getCount() == 0;
  }

  void fell(Blow blow) {
    fallen.add(blow);
  }

  List<Blow> fallen() {
    return List.copyOf(fallen);
  }

  void complain(String what) {
    complaints.add(what);
  }

  List<String> complaints() {
    return List.copyOf(complaints);
  }

  /** Notes how a process ended that nobody had told to. */
  void ended(String how) {
    ends.add(how);
  }

  List<String> ends() {
    return List.copyOf(ends);
  }
}
