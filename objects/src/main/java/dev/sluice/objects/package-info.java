/**
 * Object stores as file systems of {@link java.nio.file}: a path such as {@code s3://bucket/key} is
 * a {@link java.nio.file.Path}, and whatever reads paths reads objects.
 */
package dev.sluice.objects;
