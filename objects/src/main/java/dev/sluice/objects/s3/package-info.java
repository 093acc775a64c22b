/**
 * Reads and writes {@code s3://bucket/key} with the AWS SDK. The SDK is loaded when the first path
 * is used.
 */
package dev.sluice.objects.s3;
