/** {@code s3://bucket/key}, by the SDK of AWS, which is loaded when the first path is used. */
package dev.sluice.objects.s3;
