package dev.sluice.sink;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.neardup.SignatureDirectory;
import dev.sluice.sink.SinkSettings.DatasetFiles;
import dev.sluice.storage.output.DatasetCard;
import dev.sluice.storage.output.DumpDigest;
import dev.sluice.storage.output.Making;
import dev.sluice.storage.output.Manifests;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.output.StampedFiles;
import dev.sluice.storage.output.UnitLists;
import dev.sluice.storage.output.VersionRecord;
import dev.sluice.storage.takedown.TakedownRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the version record, the attribution and the dataset card of an output. The cost does not
 * depend on the number of earlier files and shards. Not thread-safe.
 */
final class DatasetDescription {
  private static final Logger LOG = LoggerFactory.getLogger(DatasetDescription.class);

  private final SinkSettings settings;
  private final StampedFiles files;
  private final UnitLists units;
  private final Blocklists takedowns;
  private boolean adopted;
  private boolean toldOfCard;

  /**
   * @param files writer of the files that change with the records
   * @param sizes source of the sizes of units' files
   * @param takedowns the take-downs of the output
   */
  DatasetDescription(
      SinkSettings settings, StampedFiles files, UnitLists.Sizes sizes, Blocklists takedowns) {
    this.settings = settings;
    this.files = files;
    this.takedowns = takedowns;
    this.units = new UnitLists(settings.layout(), settings.publication(), sizes, this::keptGroups);
  }

  /**
   * Returns the groups from which the matcher removed only copies, as the files of signatures say.
   * On a network file system, those that another host wrote may become visible late.
   */
  private List<String> keptGroups(String unit) throws IOException {
    Path root = settings.layout().signatures();
    Optional<List<String>> groups = new SignatureDirectory(root).keptGroups(unit);
    if (groups.isEmpty() && settings.nearDedup()) {
      throw new IOException(
          "no file of signatures of unit %s is visible in %s".formatted(unit, root));
    }
    return groups.orElse(List.of());
  }

  /** Remembers the versions of the files before the records are read. */
  void look() throws IOException {
    DatasetFiles dataset = settings.dataset();
    Path root = settings.layout().root();
    Optional<Path> record = VersionRecord.find(root, dataset.name(), dataset.version().version());
    if (record.isPresent()) {
      files.look(record.get());
    }
    files.look(settings.layout().card());
  }

  /**
   * Writes each file that is not up to date.
   *
   * @param dumps digests of the manifests
   */
  void write(Manifests manifests, SortedMap<String, DumpDigest> dumps) throws IOException {
    DatasetFiles dataset = settings.dataset();
    OutputLayout layout = settings.layout();
    settings
        .publication()
        .update(
            layout.root().resolve(OutputLayout.ATTRIBUTION), dataset.attribution().getBytes(UTF_8));
    dataset
        .version()
        .withTotals(manifests.totals())
        .with(making(manifests, dumps))
        .write(layout.root(), dataset.name(), files::update);
    writeCard(dumps);
  }

  private Making making(Manifests manifests, SortedMap<String, DumpDigest> dumps)
      throws IOException {
    adoptRecord();
    return new Making(
        settings.dataset().program(),
        settings.topics().partitions(),
        settings.output().content(),
        settings.dataset().defaults(),
        manifests.compactions(),
        manifests.forgotten().complete().size(),
        manifests.arrivedInTurn(),
        blocklist(manifests),
        units.of(manifests),
        Making.Shards.of(manifests, dumps));
  }

  /** Returns what was taken down, or null if there was no take-down. */
  private Making.Blocklist blocklist(Manifests manifests) throws IOException {
    List<TakedownRecord> records = takedowns.records();
    if (records.isEmpty()) {
      return null;
    }
    TakedownRecord last = records.get(records.size() - 1);
    return new Making.Blocklist(
        last.union().count(), last.union().sha256(), last.number() > manifests.finishedTakeDown());
  }

  /**
   * Adopts the units from the record of an earlier process, so that they need not be computed
   * again.
   */
  private void adoptRecord() throws IOException {
    if (adopted) {
      return;
    }
    DatasetFiles dataset = settings.dataset();
    Optional<Making> before =
        VersionRecord.read(settings.layout().root(), dataset.name(), dataset.version().version())
            .map(VersionRecord::made);
    if (before.isPresent()) {
      units.adopt(before.get().units());
    }
    adopted = true;
  }

  private void writeCard(SortedMap<String, DumpDigest> dumps) throws IOException {
    Path file = settings.layout().card();
    if (DatasetCard.mayWrite(file)) {
      DatasetCard card =
          new DatasetCard(
              settings.layout().language(),
              settings.output().content(),
              settings.dataset().defaults(),
              settings.dataset().attribution());
      files.update(file, card.of(DumpDigest.buckets(dumps)));
    } else if (!toldOfCard) {
      toldOfCard = true;
      LOG.atWarn()
          .addKeyValue("file", file)
          .log(
              "file not replaced, because Sluice did not write it; move the file away to get a"
                  + " dataset card");
    }
  }
}
