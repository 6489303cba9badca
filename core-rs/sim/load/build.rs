//! Compiles the messages that a load is made of without protoc, as `core-rs/wire` does; nothing without `load`.

fn main() -> std::io::Result<()> {
    #[cfg(feature = "load")]
    compile()?;
    Ok(())
}

#[cfg(feature = "load")]
fn compile() -> std::io::Result<()> {
    let root = std::path::Path::new("../../../proto");
    println!("cargo:rerun-if-changed={}", root.join("ludoteca").display());
    let mut files = Vec::new();
    collect(&root.join("ludoteca"), &mut files)?;
    files.sort();
    let set = protox::compile(&files, [root]).map_err(std::io::Error::other)?;
    prost_build::Config::new().include_file("proto.rs").compile_fds(set)
}

#[cfg(feature = "load")]
fn collect(folder: &std::path::Path, files: &mut Vec<std::path::PathBuf>) -> std::io::Result<()> {
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
