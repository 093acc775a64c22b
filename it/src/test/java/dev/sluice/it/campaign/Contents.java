package dev.sluice.it.campaign;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.it.Output;
import dev.sluice.topics.Partitions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What an output says, however its rows are spread over shards: where compactions come between
 * cuts, the shards depend on when they came. The rows of a partition keep their order.
 */
final class Contents {
  private Contents() {}

  /**
   * The rows of each bucket, dump and partition in the order of the list of shards, and each
   * manifest without its shards, as hashes by name.
   */
  static SortedMap<String, String> of(Output output) {
    SortedMap<String, String> contents = new TreeMap<>();
    rows(output).forEach((place, digest) -> contents.put(place, hex(digest)));
    for (String dump : output.dumps()) {
      contents.put("manifest of " + dump, sha256(withoutShards(output.manifest(dump)).toString()));
    }
    return contents;
  }

  private static Map<String, MessageDigest> rows(Output output) {
    JsonNode owner = Output.json(output.root().resolve("_sluice/owner.json"));
    int partitions = owner.get("content").get("kafka.partitions").asInt();
    Map<String, MessageDigest> rows = new TreeMap<>();
    for (Path shard : output.listed()) {
      String directory = output.root().relativize(shard.getParent()).toString();
      for (Output.Row row : Output.read(shard)) {
        int partition = Partitions.of(row.id().getBytes(StandardCharsets.UTF_8), partitions);
        rows.computeIfAbsent(directory + ", partition " + partition, place -> digest())
            .update(row.toString().getBytes(StandardCharsets.UTF_8));
      }
    }
    return rows;
  }

  private static JsonNode withoutShards(JsonNode manifest) {
    ObjectNode rest = manifest.deepCopy();
    rest.remove("compression_ratio");
    for (JsonNode bucket : rest.get("buckets")) {
      ((ObjectNode) bucket).remove(List.of("files", "bytes"));
    }
    return rest;
  }

  /** The SHA-256 of a text's UTF-8 bytes, in hex. */
  static String sha256(String text) {
    MessageDigest digest = digest();
    digest.update(text.getBytes(StandardCharsets.UTF_8));
    return hex(digest);
  }

  private static String hex(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
