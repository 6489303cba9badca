//! Compiles `proto/` without protoc: protox parses, prost writes the types.

use std::io::Result;
use std::path::{Path, PathBuf};

fn main() -> Result<()> {
    let root = Path::new("../../proto");
    println!("cargo:rerun-if-changed={}", root.join("ludoteca").display());
    let mut files = Vec::new();
    collect(&root.join("ludoteca"), &mut files)?;
    files.sort();
    let set = protox::compile(&files, [root]).map_err(std::io::Error::other)?;
    let mut bare = set.clone();
    for file in &mut bare.file {
        file.source_code_info = None; // comments: the types keep them, the descriptors need not
    }
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    std::fs::write(out.join("descriptors.bin"), prost::Message::encode_to_vec(&bare))?;
    prost_build::Config::new().btree_map(["."]).include_file("proto.rs").compile_fds(set)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "proto") {
            files.push(path);
        }
    }
    Ok(())
}
