package dev.sluice.storage.output;

import dev.sluice.storage.output.Making.Input;
import dev.sluice.storage.output.Making.UnitEntry;
import dev.sluice.storage.output.Making.Units;
import dev.sluice.storage.publish.OutputFiles;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The units of an output with the sizes of their files. Each unit's list of files is stored once,
 * as {@code _sluice/units/SHA256.json}, and so is each pack of units. Only new lists and packs are
 * computed and written, regardless of the number of units. Not thread-safe.
 */
public final class UnitLists {
  private final OutputLayout layout;
  private final Publication publication;
  private final InputLists paths;
  private final Sizes sizes;
  private final KeptGroups keptGroups;
  private final Map<String, UnitEntry> known = new HashMap<>();
  private final Map<String, List<Input>> inputs = new HashMap<>();
  private final Map<List<UnitEntry>, String> packs = new HashMap<>();

  /** Looks up the sizes of units' files. */
  @FunctionalInterface
  public interface Sizes {
    /** A lookup that does not know any size. */
    Sizes NONE = units -> Map.of();

    /** Returns the files of the units that are known, in reading order. */
    Map<String, List<Input>> of(Set<String> units);
  }

  /** Looks up, for a unit, the groups from which near-deduplication removed only copies. */
  @FunctionalInterface
  public interface KeptGroups {
    /** Returns the groups of a complete unit. */
    List<String> of(String unit) throws IOException;
  }

  /**
   * Creates the lists of an output.
   *
   * @param sizes asked only about units that no record contains, or whose file sizes no record
   *     contains
   * @param keptGroups asked only about these units, too
   */
  public UnitLists(
      OutputLayout layout, Publication publication, Sizes sizes, KeptGroups keptGroups) {
    this.layout = layout;
    this.publication = publication;
    this.paths = InputLists.of(layout);
    this.sizes = sizes;
    this.keptGroups = keptGroups;
  }

  /** Adopts the units of a record of this output whose lists are still stored. */
  public void adopt(Units recorded) throws IOException {
    if (recorded.count() == 0) {
      return;
    }
    Path root = layout.root();
    Set<Path> stored = OutputFiles.of(root).sizesBelow(OutputLayout.units(root)).keySet();
    for (String pack : recorded.packs()) {
      if (stored.contains(files(root).file(pack))) {
        adopt(readPack(root, pack), stored);
      }
    }
    adopt(recorded.list(), stored);
  }

  private void adopt(List<UnitEntry> entries, Set<Path> stored) {
    for (UnitEntry entry : entries) {
      if (stored.contains(files(layout.root()).file(entry.sha256()))) {
        known.put(entry.unit(), entry.with(null));
      }
    }
  }

  /**
   * Stores the lists of the complete units of an output. It returns the units in the order of their
   * arrival.
   */
  public Units of(Manifests manifests) throws IOException {
    List<String> order = manifests.completeUnits();
    known.keySet().retainAll(Set.copyOf(order));
    learn(manifests, order);
    List<UnitEntry> entries = order.stream().map(known::get).toList();
    long files = entries.stream().mapToLong(UnitEntry::files).sum();
    return files <= Making.LISTED ? whole(entries, files) : packed(entries, files);
  }

  private void learn(Manifests manifests, List<String> order) throws IOException {
    Set<String> wanted = new LinkedHashSet<>();
    for (String unit : order) {
      if (!known.containsKey(unit) || !known.get(unit).sized()) {
        wanted.add(unit);
      }
    }
    Map<String, List<Input>> told = wanted.isEmpty() ? Map.of() : sizes.of(wanted);
    for (String unit : wanted) {
      EndedUnit ended = manifests.ended(unit);
      if (told.containsKey(unit)) {
        keep(ended, told.get(unit));
      } else if (!known.containsKey(unit)) {
        keep(ended, unsized(paths.paths(ended.inputs())));
      }
    }
  }

  private static List<Input> unsized(List<String> paths) {
    return paths.stream().map(path -> new Input(path, null)).toList();
  }

  private void keep(EndedUnit unit, List<Input> list) throws IOException {
    boolean sized = list.stream().allMatch(input -> input.bytes() != null);
    Long bytes = sized ? (Long) list.stream().mapToLong(Input::bytes).sum() : null;
    List<String> dumps = List.copyOf(unit.dumps());
    String sha256 = files(layout.root()).store(list, publication);
    known.put(
        unit.unit(),
        new UnitEntry(
            unit.unit(),
            dumps,
            list.size(),
            bytes,
            sha256,
            null,
            unit.sources(),
            keptGroups.of(unit.unit())));
  }

  /** Returns the units with the lists of their files. */
  private Units whole(List<UnitEntry> entries, long files) throws IOException {
    List<UnitEntry> list = new ArrayList<>();
    for (UnitEntry entry : entries) {
      if (!inputs.containsKey(entry.sha256())) {
        inputs.put(entry.sha256(), readInputs(layout.root(), entry));
      }
      list.add(entry.with(inputs.get(entry.sha256())));
    }
    return new Units(entries.size(), files, List.of(), list);
  }

  /** Returns the full packs, and the remaining units. */
  private Units packed(List<UnitEntry> entries, long files) throws IOException {
    inputs.clear();
    List<String> full = new ArrayList<>();
    int packed = entries.size() - entries.size() % Units.PACKED;
    for (int from = 0; from < packed; from += Units.PACKED) {
      List<UnitEntry> pack = entries.subList(from, from + Units.PACKED);
      if (!packs.containsKey(pack)) {
        packs.put(List.copyOf(pack), files(layout.root()).store(pack, publication));
      }
      full.add(packs.get(pack));
    }
    return new Units(entries.size(), files, full, entries.subList(packed, entries.size()));
  }

  /**
   * Reads the units of a record, each with its files.
   *
   * @param root the directory of the record; its stored lists are needed only if the record does
   *     not have them
   * @throws IOException if a required list is missing or has changed; names the list
   */
  public static List<UnitEntry> read(Path root, Units recorded) throws IOException {
    Map<String, UnitEntry> units = new LinkedHashMap<>();
    for (String pack : recorded.packs()) {
      readPack(root, pack).forEach(entry -> units.put(entry.unit(), entry));
    }
    recorded.list().forEach(entry -> units.put(entry.unit(), entry));
    List<UnitEntry> whole = new ArrayList<>();
    for (UnitEntry entry : units.values()) {
      whole.add(entry.inputs() != null ? entry : entry.with(readInputs(root, entry)));
    }
    return whole;
  }

  private static List<UnitEntry> readPack(Path root, String sha256) throws IOException {
    return List.of(files(root).read(sha256, UnitEntry[].class));
  }

  private static List<Input> readInputs(Path root, UnitEntry entry) throws IOException {
    return List.of(files(root).read(entry.sha256(), Input[].class));
  }

  private static HashedFiles files(Path root) {
    return new HashedFiles(OutputLayout.units(root));
  }
}
