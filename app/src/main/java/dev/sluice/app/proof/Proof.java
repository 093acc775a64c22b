package dev.sluice.app.proof;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.app.Failure;
import dev.sluice.app.monitor.RunDocument;
import dev.sluice.app.monitor.RunFile;
import dev.sluice.app.monitor.RunState.Example;
import dev.sluice.app.output.OutputOwner;
import dev.sluice.app.output.WorkDirectory;
import dev.sluice.app.proof.ProofReport.Place;
import dev.sluice.app.run.BrokerAccess;
import dev.sluice.app.run.Deployment;
import dev.sluice.app.run.StartChecks;
import dev.sluice.core.DedupKey;
import dev.sluice.core.gauge.DropExample;
import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.embedded.LogSegments;
import dev.sluice.ingest.source.SourceSelection;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.InputConfig;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.publish.OutputFiles;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.source.FieldRules;
import dev.sluice.storage.source.JsonSource;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.storage.source.ScaledRow;
import dev.sluice.storage.source.SourceRow;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.progress.ListedFile;
import dev.sluice.topics.record.WireFormat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Looks for the documents with an id in all places of an output that may have their texts, and says
 * where it found them and where it could not look. It does not find their texts under other ids. It
 * changes nothing. State stores, changelogs, signatures and entries of take-downs have only hashes,
 * and are not looked at. Texts in the source do not count unless they are asked for.
 */
public final class Proof {
  private static final byte[] PARQUET = {'P', 'A', 'R', '1'};

  private final SluiceConfig config;
  private final OutputLayout layout;
  private final OutputOwner owner;
  private final String id;
  private final DedupKey keys = new DedupKey();
  private final byte[] key;
  private final List<Place> places = new ArrayList<>();

  private Proof(SluiceConfig config, String id) throws IOException {
    this.config = config;
    this.layout = Deployment.layout(config).orElseThrow();
    this.owner = OutputOwner.read(layout).orElseThrow();
    this.id = id;
    this.key = keys.of(0, id.getBytes(UTF_8)).clone();
  }

  /** Returns whether deduplication takes an id for this one. */
  private boolean isIt(byte[] other) {
    return Arrays.equals(key, keys.of(0, other));
  }

  /**
   * Looks for the text of a document.
   *
   * @param config configuration of an existing output
   * @param id the id, in any form that deduplication takes for the same
   * @param inSource whether to look into the configured input, too
   * @throws ConfigException if the shards have no ids
   */
  public static ProofReport of(SluiceConfig config, String id, boolean inSource)
      throws IOException, InterruptedException {
    if (!config.output().format().columns().contains(ColumnRole.ID.field())) {
      throw new ConfigException("--prove", "the shards need the column id (output.columns)");
    }
    Proof proof = new Proof(config, id);
    // In the direction in which texts move, so that a running sink carries none past this search.
    Place topics = config.kafka().isEmbedded() ? proof.segments() : proof.topics();
    Place temporary = proof.files("temporary", proof.temporary());
    Place shards = proof.files("shards", Set.of(proof.layout.shards()));
    proof.places.addAll(List.of(shards, temporary, topics, proof.histories()));
    if (config.output().isRemote()) {
      PlaceSearch versions = new PlaceSearch("old versions", "objects");
      versions.skip("the bucket may keep old versions of objects: delete them there");
      proof.places.add(versions.end());
    }
    if (inSource) {
      proof.places.add(proof.source());
    }
    return new ProofReport(proof.layout.root().toString(), id, proof.places);
  }

  /** Looks at shards, also those that no record names, and at unfinished ones. */
  private Place files(String name, Set<Path> directories) throws IOException, InterruptedException {
    PlaceSearch search = new PlaceSearch(name, "files");
    Set<Path> seen = new HashSet<>();
    for (Path directory : directories) {
      while (!isSeen(directory, seen, search)) {
        // Files that vanished meanwhile have been replaced by others.
      }
    }
    return search.end();
  }

  /**
   * Looks at the files of a directory.
   *
   * @param seen files that were looked at already; those of this time are added
   * @return whether none has vanished meanwhile
   */
  private boolean isSeen(Path directory, Set<Path> seen, PlaceSearch search)
      throws IOException, InterruptedException {
    SortedMap<Path, Long> files = new TreeMap<>(OutputFiles.of(directory).sizesBelow(directory));
    files.values().removeIf(size -> size == 0);
    files.keySet().removeAll(seen);
    seen.addAll(files.keySet());
    boolean isSeen = true;
    for (Path file : files.keySet()) {
      isSeen &= search.lookIfThere(file, found -> readShard(file, found));
    }
    return isSeen;
  }

  private Set<Path> temporary() throws IOException {
    return WorkDirectory.of(config, layout).stream()
        .map(work -> layout.temporary("", work))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private void readShard(Path file, Consumer<String> found)
      throws IOException, InterruptedException {
    requireParquet(file);
    ColumnMapping mapping = ColumnMapping.ofShard(List.of(ColumnRole.ID));
    ParquetSource.open(file, mapping, FieldRules.OF_SHARDS).read(row -> look(row.id(), row, found));
  }

  private static void requireParquet(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      if (!Arrays.equals(in.readNBytes(PARQUET.length), PARQUET)) {
        throw new IOException("does not begin like a Parquet file");
      }
    }
  }

  private void look(byte[] rowId, SourceRow row, Consumer<String> found) {
    if (isIt(rowId)) {
      found.accept("row " + row.row());
    }
  }

  private List<String> topicNames() {
    return new TopicNames(owner.topicPrefix(), owner.buckets()).partitioned();
  }

  private RecordSearch records(WireFormat format) {
    return new RecordSearch(id.getBytes(UTF_8), this::isIt, format);
  }

  /** Looks at the files of the embedded broker. */
  private Place segments() throws IOException, InterruptedException {
    PlaceSearch search = new PlaceSearch("topics", "files");
    boolean isThere = false;
    for (Path work : WorkDirectory.of(config, layout)) {
      Path data = StartChecks.brokerData(work);
      isThere |= EmbeddedBroker.clusterId(data).equals(Optional.of(owner.clusterId()));
      Optional<ProcessHandle> holder = WorkDirectory.holder(work);
      if (holder.isPresent()) {
        search.skip("%s: process %d is at work".formatted(data, holder.get().pid()));
      } else if (Files.isDirectory(data)) {
        RecordSearch records = records(WireFormat.singleObject());
        for (Path file : LogSegments.of(data, topicNames())) {
          search.look(file, found -> readSegment(file, records, found));
        }
      }
    }
    if (!isThere) {
      search.skip(
          "%s: does not have the embedded broker of this output. If its directory still exists, name it with --work-dir"
              .formatted(config.workDirectory().orElseThrow()));
    }
    return search.end();
  }

  private static void readSegment(Path file, RecordSearch records, Consumer<String> found)
      throws IOException {
    LogSegments.read(
        file,
        (offset, value) -> {
          if (records.hasText(value)) {
            found.accept("offset " + offset);
          }
        });
  }

  private Place topics() throws IOException, InterruptedException {
    PlaceSearch search = new PlaceSearch("topics", "partitions");
    try (BrokerAccess broker = BrokerAccess.open(config)) {
      RecordSearch records = records(broker.connection().format());
      new BrokerSearch(broker.connection(), records, search)
          .look(topicNames(), !config.leavesTexts());
    } catch (Failure e) {
      search.skip(e.getMessage());
    }
    return search.end();
  }

  /** Looks at examples of dropped documents. */
  private Place histories() throws IOException, InterruptedException {
    PlaceSearch search = new PlaceSearch("run histories", "directories");
    for (Path work : WorkDirectory.of(config, layout)) {
      search.look(work, found -> new RunFile(work).documents().forEach(run -> look(run, found)));
    }
    if (!config.kafka().isEmbedded()) {
      search.skip(
          "work directories elsewhere are not known: name that of each process with --work-dir");
    }
    return search.end();
  }

  private void look(RunDocument run, Consumer<String> found) {
    run.state().dropped().stream()
        .flatMap(reason -> reason.examples().stream())
        .filter(example -> example.text() != null && isIt(example))
        .forEach(example -> found.accept("example of a dropped document in run.json"));
  }

  /** Returns whether an example, whose id may be cut, is of this document. */
  private boolean isIt(Example example) {
    return isIt(example.id().getBytes(UTF_8))
        || example.id().equals(DropExample.of(id.getBytes(UTF_8), example.file(), 0).id());
  }

  private Place source() throws IOException, InterruptedException {
    PlaceSearch search = new PlaceSearch("source", "files");
    InputConfig input = config.input();
    for (ListedFile file :
        SourceSelection.scan(input.selection().orElseThrow(), input.pattern(), input.columns())
            .found()
            .stream()
            .toList()) {
      Path path = input.path().orElseThrow().resolve(file.path());
      search.look(path, found -> readSource(file.path(), path, found));
    }
    return search.end();
  }

  private void readSource(String name, Path path, Consumer<String> found)
      throws IOException, InterruptedException {
    ColumnMapping mapping = config.input().columns().mapping();
    FieldRules rules = config.input().columns().rules().inFile(name);
    SourceRow.RowConsumer taker = row -> look(new ScaledRow(name, row, 1).id(), row, found);
    if (JsonSource.reads(path)) {
      JsonSource.open(path, mapping, rules).read(taker);
    } else {
      ParquetSource.open(path, mapping, rules).read(taker);
    }
  }
}
