/**
 * Object stores as file systems of {@link java.nio.file}. A path such as {@code s3://bucket/key} is
 * a {@link java.nio.file.Path}, so all code that reads paths can read objects.
 */
package dev.sluice.objects;
