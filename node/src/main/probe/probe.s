# The guest that shows whether KVM works: a boot sector that does what the first instructions of an operating system do. It switches to
# 64 bits with paging, checks an instruction that only newer processors have, through memory, and ends the machine with an exit status
# that nothing else gives. An advertised but crippled KVM fails on the way.
# as probe.s -o probe.o && ld -m elf_x86_64 -Ttext 0x7c00 --oformat binary probe.o -o probe.bin
        .code16
        .globl _start
_start: cli
        xorw %ax, %ax
        movw %ax, %ds
        movw %ax, %es
        movw %ax, %ss
        movw $0x7c00, %sp
        movl $0x1000, %edi              # page tables: one page of 2 MiB that maps itself
        movl %edi, %cr3
        xorl %eax, %eax
        movl $0xc00, %ecx
        cld
        rep stosl
        movl $0x2003, 0x1000
        movl $0x3003, 0x2000
        movl $0x83, 0x3000
        movl %cr4, %eax
        orl $0x20, %eax                 # physical address extension
        movl %eax, %cr4
        movl $0xc0000080, %ecx
        rdmsr
        orl $0x100, %eax                # long mode
        wrmsr
        lgdt table
        movl %cr0, %eax
        orl $0x80000001, %eax           # paging and protection
        movl %eax, %cr0
        ljmp $0x08, $long
        .code64
long:   movw $0x10, %ax
        movw %ax, %ds
        movw %ax, %ss
        movl $0, %eax
        cpuid
        cmpl $7, %eax
        jb done
        movl $7, %eax
        xorl %ecx, %ecx
        cpuid
        testl $0x100, %ebx              # BMI2, which decompressors of kernels use
        jz done
        movq $0x123456789, %rax
        movq %rax, 0x6000
        movl $4, %ecx
        shlxq %rcx, 0x6000, %rdx
        rorxq $4, %rdx, %rdx
        cmpq %rax, %rdx
        jne stop
done:   movw $0xf4, %dx
        movb $0x21, %al                 # (0x21 << 1) | 1 = 67
        outb %al, %dx
stop:   hlt
        jmp stop
        .balign 8
gdt:    .quad 0
        .quad 0x00209a0000000000        # code, 64 bits
        .quad 0x0000920000000000        # data
table:  .word 23
        .long gdt
        .org 510
        .word 0xaa55
