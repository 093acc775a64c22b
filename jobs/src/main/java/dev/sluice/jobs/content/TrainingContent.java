package dev.sluice.jobs.content;

import dev.sluice.algorithms.words.CounterPool;
import dev.sluice.algorithms.words.WordCounter;
import dev.sluice.core.Outcome;
import dev.sluice.core.work.OrderedWork;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.text.JobDirectory;
import dev.sluice.jobs.text.JobFailedException;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.validate.output.SealedOutput;
import dev.sluice.jobs.validate.output.SealedOutput.SealedShard;
import dev.sluice.storage.IoMessage;
import dev.sluice.storage.output.DumpManifest;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.page.SourceFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.LongUnaryOperator;

/**
 * Makes the statement of an output's training content: documents, bytes of text and tokens by
 * registrable domain, language and dump. The statement is a function of the shards that manifests
 * list, and of the public suffix list.
 *
 * <p>Memory: bounded, whatever the number of domains. What does not fit is sorted on disk.
 */
public final class TrainingContent {
  private static final JobPhase SHARDS = JobPhase.ofItems("reading shards");
  private static final JobPhase NAMES = JobPhase.ofItems("adding up domains");

  /** The directory of temporary files. It is deleted, so users must not have one of this name. */
  private static final String WORK = "sluice-content.tmp";

  private static final String UNLISTED = "(other domains)";

  /** Number of names between two reports of progress. */
  private static final int STEP = 1 << 16;

  private final SealedOutput output;
  private final LongUnaryOperator listed;
  private final Receiver receiver;
  private final JobProgress progress;
  private long listedDomains;
  private Amounts unlisted = Amounts.NONE;
  private long names;
  private long rank;

  private TrainingContent(
      SealedOutput output, LongUnaryOperator listed, Receiver receiver, JobProgress progress) {
    this.output = output;
    this.listed = listed;
    this.receiver = receiver;
    this.progress = progress;
  }

  /**
   * What a statement is about.
   *
   * @param total all documents
   * @param domains number of domains
   * @param listed number of domains that the statement lists
   * @param hasTokens whether the documents have numbers of tokens
   * @param suffixList version of the public suffix list
   * @param unsealed the units that have documents or ends in the output and are not sealed, sorted:
   *     no line counts them
   */
  public record Summary(
      Amounts total,
      long domains,
      long listed,
      boolean hasTokens,
      String suffixList,
      SortedSet<String> unsealed) {}

  /** Receives a statement. */
  public interface Receiver {
    /** Begins the statement. */
    void begin(Summary summary) throws IOException;

    /**
     * Receives a line. Lines come by group, and those of a group by the size of their texts, the
     * largest first, and then by name. The domains that are not listed together are the first line
     * of {@link Group#OTHER}.
     */
    void line(Group group, String name, Amounts amounts) throws IOException;

    /** Ends the statement. Does nothing unless implemented. */
    default void end() throws IOException {}
  }

  /**
   * The resources of a job.
   *
   * @param directory directory of the counts of shards; by default, {@code _sluice/content} of the
   *     output
   * @param threads number of threads, 1 or more; each needs memory for a row group
   * @param memoryBytes maximum memory for counting
   */
  public record Resources(Optional<Path> directory, int threads, long memoryBytes) {}

  /**
   * Makes a statement, and returns what it is about.
   *
   * @param listed returns how many domains are listed, by their number
   * @throws JobRefusedException if there is no output, if its shards lack a column, if the
   *     directory cannot be written, or if another process uses it
   * @throws JobFailedException if the shards do not have what their manifests list
   * @throws IOException if files cannot be read or written, or the receiver throws it
   * @throws InterruptedException if this thread is interrupted
   */
  public static Summary state(
      Path root,
      Resources resources,
      LongUnaryOperator listed,
      Receiver receiver,
      JobProgress progress)
      throws IOException, InterruptedException {
    SealedOutput output = SealedOutput.open(root);
    Path directory = resources.directory().orElseGet(() -> OutputLayout.content(root));
    JobDirectory work = work(directory);
    try {
      ShardHosts hosts =
          new ShardHosts(
              output,
              directory,
              work.path(),
              Math.max(
                  WordCounter.MIN_BUDGET, resources.memoryBytes() / (2L * resources.threads())));
      hosts.deleteOthers();
      return new TrainingContent(output, listed, receiver, progress)
          .state(hosts, resources.threads(), resources.memoryBytes(), work.path());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } finally {
      work.delete();
    }
  }

  /** Creates a local directory for temporary files. */
  private static JobDirectory work(Path directory) throws IOException {
    if (directory.getFileSystem().isReadOnly()) {
      throw unwritable(directory, "it is read-only");
    }
    if (!SourceFile.isLocal(directory)) {
      return JobDirectory.take(Files.createTempDirectory("sluice-content-"));
    }
    Path work = directory.resolve(WORK);
    try {
      JobDirectory.clear(work);
      return JobDirectory.take(work);
    } catch (IOException e) {
      throw unwritable(directory, IoMessage.of(e));
    }
  }

  private static JobRefusedException unwritable(Path directory, String why) {
    return new JobRefusedException(
        "counts cannot be kept in %s (%s): name another directory with --work-dir"
            .formatted(directory, why));
  }

  private Summary state(ShardHosts hosts, int threads, long memoryBytes, Path work)
      throws IOException, InterruptedException {
    try (Ranking ranking = new Ranking(memoryBytes, work)) {
      ContentWords sums = new ContentWords((group, name, sum) -> rank(ranking, group, name, sum));
      CounterPool.count(threads, memoryBytes, work, pool -> count(hosts, threads, pool), sums);
      sums.finish();
      requireWhole(ranking, hosts.directory());
      long domains = ranking.names(Group.DOMAIN);
      listedDomains = Math.min(domains, listed.applyAsLong(domains));
      Summary summary =
          new Summary(
              ranking.total(Group.DUMP),
              domains,
              listedDomains,
              hosts.hasTokens(),
              RegistrableDomains.LIST,
              output.unsealed());
      receiver.begin(summary);
      ranking.visit((group, name, amounts) -> line(group, name, amounts, hosts.hasLanguages()));
      passUnlisted();
      receiver.end();
      return summary;
    }
  }

  /** Adds the counts of all shards to the counters of a pool. */
  private void count(ShardHosts hosts, int threads, CounterPool pool)
      throws IOException, InterruptedException {
    List<SealedShard> shards = output.shards();
    try (WorkerPool workers = new WorkerPool("content", threads)) {
      OrderedWork work = new OrderedWork(workers, 2L * threads);
      for (int i = 0; i < shards.size(); i++) {
        SealedShard shard = shards.get(i);
        JobPosition done = new JobPosition(SHARDS, i + 1L, shards.size(), 0, shard.path());
        work.submit(1, () -> count(hosts, shard, pool, done), progress::reached);
      }
      work.finish();
    }
  }

  private static JobPosition count(
      ShardHosts hosts, SealedShard shard, CounterPool pool, JobPosition done)
      throws IOException, InterruptedException {
    WordCounter counter = pool.take();
    try {
      hosts.add(shard, counter);
      return done;
    } finally {
      pool.giveBack(counter);
    }
  }

  private void rank(Ranking ranking, Group group, String name, Amounts sum) {
    ranking.add(group, name, sum);
    names++;
    if (names % STEP == 0) {
      progress.reached(JobPosition.of(NAMES, names, 0));
    }
  }

  /** Compares the sums with the manifests. */
  private void requireWhole(Ranking ranking, Path directory) {
    long kept = output.manifests().total(Outcome.KEPT.key());
    long bytes = output.manifests().listing().stream().mapToLong(DumpManifest::textBytes).sum();
    Amounts byDump = ranking.total(Group.DUMP);
    Amounts byDomain = ranking.total(Group.DOMAIN).plus(ranking.total(Group.OTHER));
    boolean areEqual = byDump.equals(ranking.total(Group.LANGUAGE)) && byDump.equals(byDomain);
    if (!areEqual || byDump.documents() != kept || byDump.textBytes() != bytes) {
      throw new JobFailedException(
          "%s: the shards have %,d documents with %,d bytes of text, but their manifests list %,d with %,d: delete %s, and check the output with sluice validate"
              .formatted(
                  output.root(), byDump.documents(), byDump.textBytes(), kept, bytes, directory));
    }
  }

  private void line(Group group, String name, Amounts amounts, boolean hasLanguages) {
    if (group == Group.DOMAIN && ++rank > listedDomains) {
      unlisted = unlisted.plus(amounts);
      return;
    }
    if (group == Group.OTHER) {
      passUnlisted();
    }
    if (group != Group.LANGUAGE || hasLanguages) {
      pass(group, name, amounts);
    }
  }

  private void passUnlisted() {
    if (unlisted.documents() > 0) {
      pass(Group.OTHER, UNLISTED, unlisted);
      unlisted = Amounts.NONE;
    }
  }

  private void pass(Group group, String name, Amounts amounts) {
    try {
      receiver.line(group, name, amounts);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
