package io.c5c3.api.common;

import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import org.jspecify.annotations.Nullable;

/**
 * A container image. What is left out is the operator's choice.
 *
 * @param repository where the image is, without tag
 * @param tag which version, such as 28.0.0, 28.0.0-p1, stable-2025.2 or a1b2c3d
 * @param digest the exact bytes, instead of a tag: sha256: and 64 digits
 */
@ValidationRule(
        value = "!(has(self.tag) && has(self.digest))",
        message = "write either image.tag or image.digest, not both")
@ValidationRule(
        value = "!has(self.tag) || self.tag.matches('" + Image.TAG + "')",
        message =
                "image.tag must be a version (28.0.0), a patch revision (28.0.0-p1), a branch (stable-2025.2) or a commit (a1b2c3d)")
@ValidationRule(
        value = "!has(self.digest) || self.digest.matches('^sha256:[0-9a-f]{64}$')",
        message = "image.digest must be sha256: and 64 hexadecimal digits")
public record Image(
        @Size(max = 255) @Nullable String repository,
        @Size(max = 128) @Nullable String tag,
        @Size(max = 71) @Nullable String digest) {

    static final String TAG =
            "^([0-9]+[.][0-9]+([.][0-9]+)?([.][0-9]+)?(-p[0-9]+)?(-[a-z][a-z0-9.-]*-[0-9a-f]{7})?|(stable|unmaintained|feature)-[a-z0-9.]+|main|master|latest|[0-9a-f]{7,40})$";

    @SuppressWarnings("NullAway")
    public static final Image UNSET = new Image(null, null, null);

    /** What a pod names: the parts that are written here, completed from the operator's own table. */
    public String reference(String defaultRepository, String defaultTag) {
        var from = repository == null ? defaultRepository : repository;
        if (digest != null) {
            return from + "@" + digest;
        }
        return from + ":" + (tag == null ? defaultTag : tag);
    }
}
