package dev.sluice.objects;

import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Optional;

/**
 * The attributes of an object or of a prefix. A prefix is a directory. The file key of an object is
 * its version. A directory counts as modified now, so that code that compares its times lists it
 * again.
 */
record ObjectAttributes(Optional<ObjectVersion> version) implements BasicFileAttributes {
  @Override
  public FileTime lastModifiedTime() {
    return FileTime.from(version.map(ObjectVersion::modified).orElseGet(Instant::now));
  }

  @Override
  public FileTime lastAccessTime() {
    return lastModifiedTime();
  }

  @Override
  public FileTime creationTime() {
    return lastModifiedTime();
  }

  @Override
  public boolean isRegularFile() {
    return version.isPresent();
  }

  @Override
  public boolean isDirectory() {
    return version.isEmpty();
  }

  @Override
  public boolean isSymbolicLink() {
    return false;
  }

  @Override
  public boolean isOther() {
    return false;
  }

  @Override
  public long size() {
    return version.map(ObjectVersion::bytes).orElse(0L);
  }

  @Override
  public Object fileKey() {
    return version.orElse(null);
  }
}
