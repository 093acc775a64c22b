package dev.sluice.settings.load;

import static java.lang.Double.NEGATIVE_INFINITY;
import static java.lang.Double.POSITIVE_INFINITY;

import dev.sluice.core.Bucket;
import dev.sluice.core.CurationRules;
import dev.sluice.core.DedupScope;
import dev.sluice.core.ScoreBuckets;
import dev.sluice.operators.OperatorChain;
import dev.sluice.operators.OperatorRegistry;
import dev.sluice.operators.neardup.NearDedup;
import dev.sluice.operators.score.BoundScorer;
import dev.sluice.operators.score.Scorers;
import dev.sluice.settings.HttpConfig;
import dev.sluice.settings.InputConfig;
import dev.sluice.settings.InputSelection;
import dev.sluice.settings.KafkaConfig;
import dev.sluice.settings.Machine;
import dev.sluice.settings.OutputConfig;
import dev.sluice.settings.Problems;
import dev.sluice.settings.Role;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.settings.SluiceConfig.IngestConfig.WatchSettings;
import dev.sluice.settings.SourceColumns;
import dev.sluice.settings.TopicsConfig;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.source.FieldRules;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Creates the records of the configuration from the effective settings. It also checks combinations
 * of keys.
 */
final class ConfigBinder {
  private final SettingReader reader;
  private final OperatorRegistry known;
  private final Problems problems;
  private final Machine machine;
  private final Set<Role> roles;
  private final PropertyReferences references;
  private final Problems warnings;
  private final FieldsBinder fields;

  /**
   * @param known operators that settings may name
   * @param warnings receives settings that have no effect
   */
  ConfigBinder(
      SettingReader reader,
      OperatorRegistry known,
      Problems problems,
      Problems warnings,
      Machine machine,
      Set<Role> roles,
      PropertyReferences references) {
    this.reader = reader;
    this.known = known;
    this.problems = problems;
    this.warnings = warnings;
    this.fields = new FieldsBinder(reader);
    this.machine = machine;
    this.roles = roles;
    this.references = references;
  }

  /**
   * Creates the configuration. Valid values take the place of invalid ones, so that more problems
   * can be found; invalid rules are replaced by a single bucket of all scores.
   */
  SluiceConfig bind() {
    KeySwitch.check(reader);
    SluiceConfig.DatasetConfig dataset = dataset();
    List<BoundScorer> scorers = scorers();
    InputConfig input = input(scorers);
    RulesBinder rulesBinder = new RulesBinder(reader, problems);
    Optional<CurationRules> rules = rulesBinder.bind();
    rules.ifPresent(bound -> fields.check(bound, warnings));
    OperatorChain operators =
        new OperatorsBinder(ConfigKeys.OPERATORS, reader, known, problems, warnings)
            .bind(input.operatorColumns(rules.map(CurationRules::scoreScale).orElse(1.0)));
    Optional<NearDedup> nearDedup = rulesBinder.nearDedup();
    SluiceConfig.IngestConfig ingest = ingest();
    OutputConfig output = new OutputBinder(reader).bind(input.columns());
    InputConfig carrying = input.carrying(output.format().carried());
    SluiceConfig.SinkConfig sink = sink(output.maxFileBytes());
    Duration commitInterval = reader.read(ConfigKeys.COMMIT_INTERVAL);
    ClientProperties clients =
        new ClientProperties(
            reader, references, longer(ingest.transactionInterval(), commitInterval));
    KafkaConfig kafka = kafka(clients.read(ConfigKeys.KAFKA_PROPERTIES));
    TopicsConfig topics = topics(!operators.isEmpty());
    SluiceConfig.StreamsConfig streams =
        streams(commitInterval, clients.read(ConfigKeys.STREAMS_PROPERTIES));
    SluiceConfig.IoConfig io =
        new SluiceConfig.IoConfig(
            new IoRetry(reader.read(ConfigKeys.IO_RETRIES), reader.read(ConfigKeys.IO_BACKOFF)),
            reader.read(ConfigKeys.MIN_FREE_DISK));
    long memory = reader.read(ConfigKeys.MEMORY).orElseGet(machine::autoMemoryBytes);
    ContentBinder binder = new ContentBinder(reader);
    SortedMap<String, String> content =
        problems.isEmpty() ? binder.bind(input, operators, scorers, output, sink) : new TreeMap<>();
    SortedMap<String, String> remembered =
        problems.isEmpty() ? binder.remembered(scorers) : new TreeMap<>();
    return new SluiceConfig(
        memory,
        workDir(output),
        dataset,
        carrying,
        rules.orElseGet(ConfigBinder::anyRules),
        operators,
        nearDedup,
        ingest,
        output,
        blocklist(),
        sink,
        kafka,
        topics,
        streams,
        io,
        http(),
        content,
        remembered);
  }

  /**
   * Returns the configured directory or, if the output is local, the default directory of a process
   * with a single role.
   */
  private Optional<Path> workDir(OutputConfig output) {
    Optional<Path> configured = reader.read(ConfigKeys.WORK_DIR);
    return configured.isPresent()
            || roles.size() != 1
            || output.isRemote() && !roles.contains(Role.BROKER)
        ? configured
        : roles.stream().findFirst().map(role -> role.workDirectory(output.path()));
  }

  private HttpConfig http() {
    return new HttpConfig(
        reader.read(ConfigKeys.HTTP_HOST),
        toInt(reader.read(ConfigKeys.HTTP_PORT)),
        reader
            .read(ConfigKeys.HTTP_NAMES)
            .map(names -> Arrays.asList(names.split(",\\s*")))
            .orElse(List.of()));
  }

  private static CurationRules anyRules() {
    Bucket all = new Bucket("all", NEGATIVE_INFINITY, POSITIVE_INFINITY, 1);
    return new CurationRules(0, 5, 1, new ScoreBuckets(List.of(all), 0), 0, DedupScope.NONE);
  }

  private SluiceConfig.DatasetConfig dataset() {
    return new SluiceConfig.DatasetConfig(
        reader.read(ConfigKeys.DATASET_NAME),
        reader.read(ConfigKeys.DATASET_VERSION),
        reader.read(ConfigKeys.DATASET_SOURCE),
        reader.read(ConfigKeys.DATASET_SOURCE_VERSION),
        reader.read(ConfigKeys.DATASET_LANGUAGE),
        reader.read(ConfigKeys.DATASET_LICENSE),
        reader.read(ConfigKeys.DATASET_ATTRIBUTION));
  }

  private List<BoundScorer> scorers() {
    List<BoundScorer> scorers =
        new OperatorsBinder(ConfigKeys.SCORERS, reader, Scorers.registry(), problems, warnings)
            .bind().operators().stream().map(BoundScorer::new).toList();
    if (scorers.size() > 1) {
      reader.problem(
          ConfigKeys.SCORERS.pattern(),
          "has %d scorers, but a document has only one score; keep one scorer"
              .formatted(scorers.size()));
    }
    return scorers;
  }

  /** Opens the model in processes that read texts; other processes do not need the file. */
  private FieldRules rules(List<BoundScorer> scorers, FieldRules rules) {
    if (scorers.isEmpty() || !roles.contains(Role.INGEST)) {
      return rules;
    }
    String path = ConfigKeys.SCORERS.pattern() + ".0." + scorers.get(0).name();
    try {
      return rules.scoring(scorers.get(0).open());
    } catch (IllegalArgumentException e) {
      problems.add(path, reader.origin(path), e.getMessage());
      return rules;
    }
  }

  private InputConfig input(List<BoundScorer> scorers) {
    SourceColumns columns = fields.columns(!scorers.isEmpty());
    return new InputConfig(
        reader.read(ConfigKeys.INPUT_PATH).map(InputSelection::of),
        reader.read(ConfigKeys.INPUT_PATTERN),
        new SourceColumns(columns.mapping(), columns.named(), rules(scorers, columns.rules())),
        reader.read(ConfigKeys.MAX_DOCUMENT_SIZE),
        reader.read(ConfigKeys.MAX_OPERATOR_TEXT));
  }

  private SluiceConfig.IngestConfig ingest() {
    return new SluiceConfig.IngestConfig(
        reader.read(ConfigKeys.PUSH_DOWN),
        toInt(reader.read(ConfigKeys.INGEST_WORKERS)),
        reader.read(ConfigKeys.TRANSACTION_BYTES),
        reader.read(ConfigKeys.TRANSACTION_INTERVAL),
        new WatchSettings(
            reader.read(ConfigKeys.WATCH_INTERVAL),
            reader.read(ConfigKeys.WATCH_SETTLE),
            reader.read(ConfigKeys.WATCH_FILE_LIST)));
  }

  private SluiceConfig.BlocklistConfig blocklist() {
    return new SluiceConfig.BlocklistConfig(
        reader.read(ConfigKeys.BLOCKLIST_IDS),
        reader.read(ConfigKeys.BLOCKLIST_URLS),
        reader.read(ConfigKeys.BLOCKLIST_DOMAINS),
        reader.read(ConfigKeys.BLOCKLIST_TEXTS),
        reader.read(ConfigKeys.BLOCKLIST_ENTRIES),
        reader.read(ConfigKeys.BLOCKLIST_NEAR_COPIES),
        reader.read(ConfigKeys.BLOCKLIST_URL_COLUMN));
  }

  private SluiceConfig.SinkConfig sink(long maxFileBytes) {
    return new SluiceConfig.SinkConfig(
        reader
            .read(ConfigKeys.CUT_BYTES)
            .orElse(SluiceConfig.SinkConfig.autoCutBytes(maxFileBytes)),
        reader.read(ConfigKeys.SINK_THREADS).orElse(SluiceConfig.SinkConfig.AUTO_THREADS));
  }

  private KafkaConfig kafka(SortedMap<String, String> properties) {
    String servers = reader.read(ConfigKeys.BOOTSTRAP_SERVERS);
    return new KafkaConfig(
        servers.equals(ConfigKeys.EMBEDDED) ? List.of() : Arrays.asList(servers.split(",\\s*")),
        reader.read(ConfigKeys.TOPIC_PREFIX),
        toInt(reader.read(ConfigKeys.PARTITIONS)),
        reader.read(ConfigKeys.REPLICATION_FACTOR),
        reader.read(ConfigKeys.BROKER_PORT),
        reader.read(ConfigKeys.ADVERTISE),
        toLong(reader.read(ConfigKeys.LOG_BUDGET)),
        properties);
  }

  private TopicsConfig topics(boolean hasOperators) {
    ConfigKey<?> key = ConfigKeys.REGISTRY_PROPERTIES;
    return new TopicsBinder(reader)
        .bind(references.resolve(key, reader.readOpen(key), reader), hasOperators);
  }

  private static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) > 0 ? a : b;
  }

  private SluiceConfig.StreamsConfig streams(
      Duration commitInterval, SortedMap<String, String> properties) {
    return new SluiceConfig.StreamsConfig(
        toInt(reader.read(ConfigKeys.STREAM_THREADS)),
        reader.read(ConfigKeys.STATE_DIR),
        commitInterval,
        reader.read(ConfigKeys.STATE_PROFILE),
        reader.read(ConfigKeys.STANDBY_REPLICAS),
        properties);
  }

  private static OptionalInt toInt(Optional<Integer> value) {
    return value.map(OptionalInt::of).orElse(OptionalInt.empty());
  }

  private static OptionalLong toLong(Optional<Long> value) {
    return value.map(OptionalLong::of).orElse(OptionalLong.empty());
  }
}
