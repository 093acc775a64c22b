package dev.sluice.storage.takedown;

import dev.sluice.algorithms.neardup.Signer;
import dev.sluice.core.UrlForm;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Tells whether the entries of a list name a row. The answer depends only on the entries and on the
 * row's id, URL and text, as the output holds them. Ids are equal if they are equal to
 * deduplication, URLs if they have equal {@linkplain UrlForm forms}, texts if their bytes are
 * equal. Ids, URLs and texts are compared by 128 bits of a hash; domains, and ids that are UUIDs,
 * as they are. A signature also names texts that are similar to its own; see {@link NearTable}.
 *
 * <p>Memory beside the list: 6 bytes for each entry, and 10 for each key of a signature. Not
 * thread-safe: holds digests and a signer.
 */
public final class Takedowns {
  private final Map<EntryKind, EntryTable> tables;
  private final NearTable near;
  private final Supplier<? extends Signer> signers;
  private final Optional<Signer> signer;
  private final EntryForms forms = new EntryForms();

  /**
   * Looks rows up in a list.
   *
   * @param signers creates signers for take-downs; not called without entries of {@link
   *     EntryKind#NEAR}
   */
  public Takedowns(TakedownList list, Supplier<? extends Signer> signers) {
    this(tables(list), new NearTable(list.entries(EntryKind.NEAR)), signers);
  }

  private Takedowns(
      Map<EntryKind, EntryTable> tables, NearTable near, Supplier<? extends Signer> signers) {
    this.tables = tables;
    this.near = near;
    this.signers = signers;
    this.signer = near.isEmpty() ? Optional.empty() : Optional.of(signers.get());
  }

  /** Returns the tables of all kinds by whose bytes rows are found. */
  private static Map<EntryKind, EntryTable> tables(TakedownList list) {
    Map<EntryKind, EntryTable> tables = new EnumMap<>(EntryKind.class);
    for (EntryKind kind : EntryKind.values()) {
      if (kind != EntryKind.NEAR) {
        tables.put(kind, new EntryTable(kind, list.entries(kind)));
      }
    }
    return tables;
  }

  /** Returns the same for use by another thread. Takes no memory for entries. */
  public Takedowns forAnotherThread() {
    return new Takedowns(tables, near, signers);
  }

  /** Returns whether there are no entries, so that no row is named. */
  public boolean isEmpty() {
    return near.isEmpty() && tables.values().stream().allMatch(EntryTable::isEmpty);
  }

  /** Returns whether there are entries of a kind, for which rows must have their values. */
  public boolean asks(EntryKind kind) {
    return kind == EntryKind.NEAR ? !near.isEmpty() : !tables.get(kind).isEmpty();
  }

  /**
   * Returns the kind of an entry that names a row: of several, the first in the order id, URL,
   * domain, text, near. Empty if no entry names the row.
   *
   * @param url the URL; empty if the row has none
   * @param text an array that contains the text in well-formed UTF-8
   */
  public Optional<EntryKind> names(
      byte[] id, Optional<String> url, byte[] text, int offset, int length) {
    if (namesId(id)) {
      return Optional.of(EntryKind.ID);
    }
    Optional<EntryKind> byUrl = url.flatMap(this::namesUrl);
    if (byUrl.isPresent()) {
      return byUrl;
    }
    if (namesText(text, offset, length)) {
      return Optional.of(EntryKind.TEXT);
    }
    return namesNear(text, offset, length) ? Optional.of(EntryKind.NEAR) : Optional.empty();
  }

  /** Returns whether an entry names rows with this id. */
  public boolean namesId(byte[] id) {
    return asks(EntryKind.ID) && has(EntryKind.ID, forms.id(id));
  }

  /**
   * Returns the kind of an entry that names rows with this URL: {@link EntryKind#URL}, or else
   * {@link EntryKind#DOMAIN}. Empty if no entry names them.
   */
  public Optional<EntryKind> namesUrl(String url) {
    if (!asks(EntryKind.URL) && !asks(EntryKind.DOMAIN)) {
      return Optional.empty();
    }
    UrlForm form = UrlForm.of(url);
    if (asks(EntryKind.URL) && isListed(form)) {
      return Optional.of(EntryKind.URL);
    }
    return asks(EntryKind.DOMAIN) && isOfListedDomain(form)
        ? Optional.of(EntryKind.DOMAIN)
        : Optional.empty();
  }

  private boolean isListed(UrlForm form) {
    byte[] bytes = form.text().getBytes(StandardCharsets.UTF_8);
    return hasHashed(EntryKind.URL, bytes, 0, bytes.length);
  }

  private boolean isOfListedDomain(UrlForm form) {
    for (String domain : form.domains()) {
      if (has(EntryKind.DOMAIN, forms.domain(domain))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether an entry names rows with this text. Hashes the text only if an entry has its
   * length and the checksum of its first 256 bytes.
   */
  public boolean namesText(byte[] text, int offset, int length) {
    return asks(EntryKind.TEXT) && hasHashed(EntryKind.TEXT, text, offset, length);
  }

  private boolean namesNear(byte[] text, int offset, int length) {
    return signer.isPresent() && near.hasNear(signer.get().sign(text, offset, length));
  }

  /** Adds the entries of whose texts a text is a near-copy. */
  void findNear(byte[] text, int offset, int length, FoundEntries found) {
    signer
        .map(each -> each.sign(text, offset, length))
        .ifPresent(signature -> near.findNear(signature, found::addNear));
  }

  private boolean hasHashed(EntryKind kind, byte[] bytes, int offset, int length) {
    byte[] entry = forms.begin(bytes, offset, length);
    if (!tables.get(kind).has(entry, EntryKind.HASH_AT)) {
      return false;
    }
    forms.hash(entry, bytes, offset, length);
    return has(kind, entry);
  }

  private boolean has(EntryKind kind, byte[] entry) {
    return tables.get(kind).has(entry, entry.length);
  }
}
