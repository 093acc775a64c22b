package dev.sluice.storage.output;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.sluice.core.Unit;
import dev.sluice.storage.output.DumpManifest.FilePart;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Describes how an output was made. It has everything needed to make the bytes again and to
 * recognise them. Its size is bounded, because it is part of the version record, which every seal
 * rewrites.
 *
 * @param program the version of the program that wrote the record
 * @param partitions the number of partitions of the topics
 * @param content the configuration that decided the content, as the owner stores it
 * @param defaults other keys that the output stores
 * @param compactions the number of compactions; merged shards depend on when they were made
 * @param forgotten the number of resets; other units may have lost rows as duplicates of forgotten
 *     rows
 * @param inTurn whether each unit arrived before the next one began
 * @param blocklist what was taken down; null, and not written, if there was no take-down
 * @param units the units that were read
 * @param shards the shards that were written
 */
public record Making(
    String program,
    int partitions,
    SortedMap<String, String> content,
    SortedMap<String, String> defaults,
    int compactions,
    int forgotten,
    boolean inTurn,
    @JsonInclude(JsonInclude.Include.NON_NULL) Blocklist blocklist,
    Units units,
    Shards shards) {
  /** Checks that no field is missing. */
  public Making {
    Objects.requireNonNull(program, "program");
    content.forEach((key, value) -> Objects.requireNonNull(value, key));
    defaults.forEach((key, value) -> Objects.requireNonNull(value, key));
    Objects.requireNonNull(units, "units");
    Objects.requireNonNull(shards, "shards");
  }

  /** The number of files or shards up to which the record contains their list. */
  public static final int LISTED = 1_000;

  /** The description of an empty output. */
  static final Making NOTHING =
      new Making(
          "",
          0,
          Collections.emptySortedMap(),
          Collections.emptySortedMap(),
          0,
          0,
          true,
          null,
          new Units(0, 0, List.of(), List.of()),
          new Shards(0, 0, "", null));

  /**
   * The entries of all take-downs of an output.
   *
   * @param entries the number of different entries
   * @param sha256 the SHA-256 of their list
   * @param unfinished whether the last take-down is not finished; not written if it is
   */
  public record Blocklist(
      long entries,
      String sha256,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean unfinished) {
    /** Requires the digest. */
    public Blocklist {
      Objects.requireNonNull(sha256, "sha256");
    }
  }

  /**
   * The units of an output in the order of their arrival.
   *
   * @param count the number of units
   * @param files the number of files in all units
   * @param packs the SHA-256 of each stored list of {@link #PACKED} units, which come first; none
   *     if the record has the files of all units
   * @param list the other units
   */
  public record Units(int count, long files, List<String> packs, List<UnitEntry> list) {
    /** The number of units in a pack. */
    public static final int PACKED = 256;

    /** Copies the lists. */
    public Units {
      packs = List.copyOf(packs);
      list = List.copyOf(list);
    }
  }

  /**
   * A unit.
   *
   * @param unit its id
   * @param dumps the dumps of its rows, and the dump after which its directory is named
   * @param files the number of its source files
   * @param bytes their total size; null if the size of any file is not known
   * @param sha256 the SHA-256 of the stored list of its files, in hex
   * @param inputs the list; null if the record does not contain it
   * @param sources the origins of directories of the input, see {@link EndedUnit}
   * @param keptGroups the groups from which near-deduplication removed only copies, because the
   *     user decided so
   */
  public record UnitEntry(
      String unit,
      List<String> dumps,
      int files,
      @JsonInclude(JsonInclude.Include.NON_NULL) Long bytes,
      String sha256,
      @JsonInclude(JsonInclude.Include.NON_NULL) List<Input> inputs,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) SortedMap<String, String> sources,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> keptGroups) {
    /** Checks the id. */
    public UnitEntry {
      Unit.parse(unit);
      dumps = List.copyOf(dumps);
      Objects.requireNonNull(sha256, "sha256");
      inputs = inputs == null ? null : List.copyOf(inputs);
      sources = sources == null ? new TreeMap<>() : sources;
      sources.forEach((directory, source) -> Objects.requireNonNull(source, directory));
      keptGroups = keptGroups == null ? List.of() : List.copyOf(keptGroups);
    }

    /** Returns whether the sizes of all files are known. */
    boolean sized() {
      return bytes != null;
    }

    /** Returns the unit with this list of its files. If the list is null, the unit has none. */
    UnitEntry with(List<Input> list) {
      return new UnitEntry(unit, dumps, files, bytes, sha256, list, sources, keptGroups);
    }
  }

  /**
   * A source file.
   *
   * @param path the path relative to the input, with /
   * @param bytes its size when its unit began; null if not known
   */
  public record Input(String path, @JsonInclude(JsonInclude.Include.NON_NULL) Long bytes) {
    /** Requires the path. */
    public Input {
      Objects.requireNonNull(path, "path");
    }
  }

  /**
   * The shards of all manifests.
   *
   * @param count the number of shards
   * @param bytes their total size
   * @param sha256 the SHA-256 of their names and bytes, see {@link DumpDigest#ofAll}
   * @param list all shards by bucket, dump and rank; null if the record does not contain them
   */
  public record Shards(
      long count,
      long bytes,
      String sha256,
      @JsonInclude(JsonInclude.Include.NON_NULL) List<FilePart> list) {
    /** Requires the digest. */
    public Shards {
      Objects.requireNonNull(sha256, "sha256");
      list = list == null ? null : List.copyOf(list);
    }

    /** Describes the shards of these manifests. */
    public static Shards of(Manifests manifests, SortedMap<String, DumpDigest> digests) {
      SortedMap<String, String> listing = new TreeMap<>();
      long count = 0;
      long bytes = 0;
      for (String dump : digests.keySet()) {
        DumpDigest digest = digests.get(dump);
        if (digest.shards() > 0) {
          listing.put(dump, digest.sha256());
        }
        count += digest.shards();
        bytes += digest.bytes();
      }
      List<FilePart> list = count <= LISTED ? manifests.listedParts() : null;
      return new Shards(count, bytes, DumpDigest.ofAll(listing), list);
    }
  }
}
