package dev.sluice.app.output;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.work.FileTree;
import dev.sluice.core.work.LockedFile;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.storage.IoMessage;
import dev.sluice.storage.output.OutputLayout;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A directory that one process has locked. It holds a permanent random id, so that a restarted
 * process is the same member of its consumer groups.
 */
public final class WorkDirectory implements AutoCloseable {
  /**
   * Stands for a number in a path. It is the lowest number, from 1, whose directory no other
   * process holds. This allows several instances to be started with the same command line.
   */
  static final String INSTANCE = "{instance}";

  private static final String WAIT = "wait until that process ends, or stop it";

  private static final String LOCK = "work.lock";
  private static final int ID_BYTES = 36;
  private static final Pattern HOLDER = Pattern.compile("\n([0-9]{1,18}) (-|[0-9T:.-]+Z)\n");
  private static final Duration INEXACT = Duration.ofSeconds(10);

  private static final Instant LOADED = Instant.now();

  private final Path path;
  private final Optional<Path> created;
  private final LockedFile file;
  private final String instanceId;

  private WorkDirectory(Path path, Optional<Path> created, LockedFile file, String instanceId) {
    this.path = path;
    this.created = created;
    this.file = file;
    this.instanceId = instanceId;
  }

  /**
   * Creates the directory if necessary and locks it.
   *
   * @param path path, which may contain {@link #INSTANCE}
   * @throws ConfigException if another process holds the directory, or it is not writable
   */
  public static WorkDirectory open(Path path) {
    return open(path, "");
  }

  /**
   * Opens a directory like {@link #open}, but suggests a different work directory if this one is in
   * use.
   */
  public static WorkDirectory openAny(Path path) {
    return open(path, ", or choose a different --work-dir");
  }

  private static WorkDirectory open(Path path, String wayOut) {
    String text = path.toString();
    if (!text.contains(INSTANCE)) {
      return openFree(path).orElseThrow(() -> problem(inUse(path) + wayOut));
    }
    Optional<WorkDirectory> free = Optional.empty();
    for (int number = 1; free.isEmpty(); number++) {
      free = openFree(Path.of(text.replace(INSTANCE, Integer.toString(number))));
    }
    return free.get();
  }

  /**
   * Returns the work directories of instances in the directory {@code _sluice} of an output, sorted
   * by name. There are none if that directory does not exist.
   */
  public static List<Path> in(Path state) throws IOException {
    if (!Files.isDirectory(state)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(state)) {
      return entries
          .filter(entry -> entry.getFileName().toString().startsWith("work"))
          .sorted()
          .toList();
    }
  }

  /** Returns the work directories in an output, and the configured one, sorted. */
  public static SortedSet<Path> of(SluiceConfig config, OutputLayout layout) throws IOException {
    SortedSet<Path> directories = new TreeSet<>();
    if (!config.output().isRemote()) {
      directories.addAll(in(layout.work().getParent()));
    }
    config.workDirectory().ifPresent(directories::add);
    return directories;
  }

  /** Returns the message about a directory that another process holds. */
  static String inUse(Path path) {
    return "%s is in use by another process: %s".formatted(path, WAIT);
  }

  /**
   * Locks a directory unless another process holds it.
   *
   * @throws ConfigException if it is not writable
   */
  static Optional<WorkDirectory> openFree(Path path) {
    Optional<Path> created = missing(path);
    try {
      Files.createDirectories(path);
      Optional<LockedFile> free = LockedFile.tryLock(path.resolve(LOCK));
      if (free.isEmpty()) {
        return Optional.empty();
      }
      LockedFile file = free.get();
      String instanceId = instanceId(file.channel());
      write(file.channel(), "\n" + line(ProcessHandle.current()) + "\n");
      return Optional.of(new WorkDirectory(path, created, file, instanceId));
    } catch (IOException e) {
      throw problem(path + " cannot be used: " + IoMessage.of(e));
    }
  }

  /** Returns the topmost directory that has to be created. */
  private static Optional<Path> missing(Path path) {
    Optional<Path> missing = Optional.empty();
    Path at = path.toAbsolutePath().normalize();
    while (at != null && !Files.exists(at)) {
      missing = Optional.of(at);
      at = at.getParent();
    }
    return missing;
  }

  private static String instanceId(FileChannel file) throws IOException {
    ByteBuffer known = ByteBuffer.allocate(ID_BYTES);
    file.read(known, 0);
    if (!known.hasRemaining()) {
      return new String(known.array(), UTF_8);
    }
    String fresh = UUID.randomUUID().toString();
    file.write(ByteBuffer.wrap(fresh.getBytes(UTF_8)), 0);
    file.force(true);
    return fresh;
  }

  /** Writes the holder after the id. */
  private static void write(FileChannel file, String holder) throws IOException {
    file.truncate(ID_BYTES);
    file.write(ByteBuffer.wrap(holder.getBytes(UTF_8)), ID_BYTES);
  }

  private static String line(ProcessHandle process) {
    return process.pid() + " " + process.info().startInstant().map(Instant::toString).orElse("-");
  }

  /**
   * Returns the process of this machine that holds a directory, or empty if that process was killed
   * or runs elsewhere.
   *
   * @throws IOException if the directory's lock cannot be read
   */
  public static Optional<ProcessHandle> holder(Path path) throws IOException {
    Path lock = path.resolve(LOCK);
    String text = Files.exists(lock) ? Files.readString(lock) : "";
    Matcher holder = HOLDER.matcher(text.length() > ID_BYTES ? text.substring(ID_BYTES) : "");
    return holder.matches()
        ? ProcessHandle.of(Long.parseLong(holder.group(1)))
            .filter(now -> isSame(holder.group(2), now))
        : Optional.empty();
  }

  /**
   * Returns whether a process is still the same. Process ids are reused, so start times are
   * compared too, which are not exact because they are derived from the boot time.
   */
  private static boolean isSame(String start, ProcessHandle now) {
    Optional<Instant> begun = now.info().startInstant();
    if (begun.isEmpty() || start.equals("-")) {
      return true;
    }
    return Duration.between(Instant.parse(start), begun.get()).abs().compareTo(INEXACT) < 0;
  }

  /** Returns a name of this process that is shown to other processes and to users. */
  public static String processName(Path workDirectory) {
    return "pid %d on %s, started %s, with work directory %s"
        .formatted(ProcessHandle.current().pid(), host(), begun(), workDirectory.toAbsolutePath());
  }

  private static String begun() {
    Instant begun = ProcessHandle.current().info().startInstant().orElse(LOADED);
    return begun.truncatedTo(ChronoUnit.MILLIS).toString();
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "an unnamed machine";
    }
  }

  private static ConfigException problem(String message) {
    return new ConfigException("--work-dir", message);
  }

  public Path path() {
    return path;
  }

  /** Returns the unique id of the directory. */
  public String instanceId() {
    return instanceId;
  }

  /**
   * Unlocks and removes the directory. It also removes the directories above it that {@link #open}
   * has created, if they are empty.
   */
  public void undo() throws IOException {
    if (created.isPresent()) {
      FileTree.deleteAll(path);
      removeEmptyAbove(created.get());
    }
    close();
  }

  private void removeEmptyAbove(Path uppermost) throws IOException {
    Path at = path.toAbsolutePath().normalize().getParent();
    while (at != null && at.startsWith(uppermost)) {
      try {
        Files.deleteIfExists(at);
      } catch (DirectoryNotEmptyException e) {
        return;
      }
      at = at.getParent();
    }
  }

  /** Unlocks the directory. The directory and its id remain. */
  @Override
  public void close() throws IOException {
    if (file.channel().isOpen()) {
      file.channel().truncate(ID_BYTES);
      file.close();
    }
  }
}
