package dev.sluice.jobs.content;

/**
 * How documents are grouped. Each document counts once by dump, once by language, and once as
 * either {@link #DOMAIN} or {@link #OTHER}. Files hold the ordinals.
 */
public enum Group {
  /** By dump. */
  DUMP,

  /** By the column {@code language}. */
  LANGUAGE,

  /** By registrable domain. In the file of a shard, by host. */
  DOMAIN,

  /** Documents without a domain by the reason, and the domains that are not listed. */
  OTHER
}
